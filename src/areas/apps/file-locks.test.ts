import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { solution, startSolutions } from '../../../test/solution.ts'
import { SHARED_FILES } from '../../lib/ids.ts'
import { diskManagement } from '../disk/manage-operations.ts'
import { disk as diskOperations } from '../disk/operations.ts'

const { as, admin, apply, make } = await startSolutions()
const [editor, visitor] = [
  await make.user({ login: 'editor' }),
  await make.user({ login: 'visitor' }),
]
await apply(
  solution('law', {
    'workspaces/law/groups/editors.yaml': 'name: Editors\nmembers: [user:editor]\n',
    'workspaces/law/apps/papers.yaml': `name: Papers
fields:
  scan: { name: Scan, type: FILE }
  notes: { name: Notes, type: FILE }
  pages:
    name: Pages
    type: TABLE
    columns: { sheet: { name: Sheet, type: IMAGE } }
statuses:
  - code: main
    name: Main
    statuses: [{ id: 1, code: open, name: Open }, { id: 2, code: signed, name: Signed }]
rights:
  group:all_users: [read, create, update, delete]
locks:
  - { in: signed, fields: [scan, pages], except: [group:law/editors] }
`,
  }),
)

const app = { namespace: 'law', code: 'papers' }
type User = typeof admin
const upload = async () => {
  const hash = randomUUID()
  await as(admin).disk.uploadTemporary({ input: { hash }, file: 'one' })
  return [{ name: `${hash}.txt`, hash }]
}

/** A paper in the status "Open" with a file in each of its fields. */
async function paper() {
  const context = {
    scan: await upload(),
    notes: await upload(),
    pages: { rows: [{ sheet: await upload() }] },
  }
  const { item } = await as(admin).apps.createItem({ params: app, input: { context } })
  const { rows } = item.pages as { rows: { sheet: string[] }[] }
  const files = { scan: item.scan, notes: item.notes, pages: rows[0]?.sheet }
  const fileIn = (field: keyof typeof files) => (files[field] as string[])[0] ?? ''
  return { id: item.__id, fileIn }
}
const sign = (id: string) =>
  as(admin).apps.setStatus({ params: { ...app, id }, input: { status: 'signed' } })

/** A way to change a file, and what has to be done while the paper is open. */
type Way = {
  before?(file: string): Promise<unknown>
  act(by: User, file: string): Promise<unknown>
}

const remove = (by: User, id: string) => as(by).disk.deleteFiles({ input: { fileIds: [id] } })

const changing: Record<string, Way> = {
  uploadVersion: {
    act: (by, id) => as(by).disk.uploadVersion({ params: { id }, input: {}, file: 'two' }),
  },
  restoreVersion: {
    before: (id) => as(admin).disk.uploadVersion({ params: { id }, input: {}, file: 'two' }),
    act: (by, id) => as(by).disk.restoreVersion({ params: { id, version: 1 } }),
  },
  renameFile: {
    act: (by, id) => as(by).disk.renameFile({ params: { id }, input: { name: 'other.txt' } }),
  },
  moveFiles: {
    act: (by, hash) =>
      as(by).disk.moveFiles({ input: { directoryID: SHARED_FILES, files: [{ hash }] } }),
  },
  deleteFiles: { act: remove },
  restoreFiles: {
    before: (id) => remove(admin, id),
    act: (by, id) => as(by).disk.restoreFiles({ input: { ids: [id] } }),
  },
  purgeFiles: {
    before: (id) => remove(admin, id),
    act: (by, id) => as(by).disk.purgeFiles({ input: { ids: [id] } }),
  },
}

/** Writes that name no file that is there already. */
const others = [
  'createDirectory',
  'changeDirectory',
  'deleteDirectory',
  'uploadToDirectory',
  'uploadTemporary',
  'uploadLinks',
  'makeFiles',
  'uploadFromLinks',
]

/** What the caller is told: each file has its own error, or the whole call has one. */
async function outcomeOf(call: Promise<unknown>): Promise<string> {
  try {
    const { items } = (await call) as { items?: { error?: string }[] }
    return items?.[0]?.error ?? 'done'
  } catch (error) {
    return (error as Error).message
  }
}

const REFUSED = 'in the status "Signed" only group "Editors" may change this file'

test.each(Object.entries(changing))(
  'disk.%s obeys the lock on the field of the file',
  async (_, { before, act }) => {
    for (const field of ['scan', 'pages'] as const) {
      for (const [by, outcome] of [
        [visitor, REFUSED],
        // Administrators are not named, and obey too.
        [admin, REFUSED],
        [editor, 'done'],
      ] as const) {
        const { id, fileIn } = await paper()
        await before?.(fileIn(field))
        await sign(id)
        expect(await outcomeOf(act(by, fileIn(field)))).toBe(outcome)
      }
    }
  },
)

test.each(Object.entries(changing))(
  'disk.%s is open where no lock is',
  async (_, { before, act }) => {
    const { id, fileIn } = await paper()
    const [open, unlocked] = [fileIn('scan'), fileIn('notes')]
    await before?.(open)
    await before?.(unlocked)

    expect(await outcomeOf(act(visitor, open))).toBe('done')
    await sign(id)
    expect(await outcomeOf(act(visitor, unlocked))).toBe('done')
  },
)

test('every operation that writes files is in one of the two lists', () => {
  const writing = Object.entries({ ...diskOperations, ...diskManagement })
    .filter(([, { writes }]) => writes)
    .map(([name]) => name)

  expect(writing.filter((name) => !(name in changing) && !others.includes(name))).toEqual([])
})

test('the refusal is a 403 where others may, and files of other items are open', async () => {
  const [own, other] = [await paper(), await paper()]
  await sign(own.id)

  const refused = as(visitor).disk.uploadVersion({
    params: { id: own.fileIn('scan') },
    input: {},
    file: 'two',
  })

  await expect(refused).rejects.toMatchObject({ status: 403 })
  expect(await outcomeOf(remove(visitor, other.fileIn('scan')))).toBe('done')
})

test('an item whose fields are locked is deleted by whoever may delete it', async () => {
  const { id } = await paper()
  await sign(id)

  await as(visitor).apps.deleteItem({ params: { ...app, id } })

  const { item } = await as(admin).apps.getItem({ params: { ...app, id } })
  expect(item.__deletedAt).not.toBeNull()
})
