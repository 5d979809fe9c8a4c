import { afterAll, expect, test } from 'vitest'
import { startApp } from '../../../test/app.ts'
import { solution } from '../../../test/solution.ts'
import { definitionId } from '../../lib/codes.ts'
import { connectClient } from '../../platform/db/db.ts'

const first = await startApp()
const second = await startApp()
const here = first.as(first.admin).solutions
const there = second.as(second.admin).solutions
const sql = await connectClient(first.connection)
afterAll(() => sql.end())

const DEALS = `# What we sell.\r
name:   Deals   # spaces stay\r
fields:
    title:   {name: Title,type: STRING}   # flow style

    # The buyer.
    buyer:
        name: 'Buyer'
        type: "STRING"
`

const demo = (code: string) => [
  ...solution(code, {
    [`workspaces/${code}/apps/deals.yaml`]: DEALS,
    'README.md': `\ufeff# Читай\n`,
  }),
  { path: 'data/picture.bin', base64: Buffer.from([0xff, 0x00, 0xfe, 0x80]).toString('base64') },
]

const sorted = (files: { path: string }[]) =>
  files.toSorted((one, other) => (one.path < other.path ? -1 : 1))

test('what is exported is byte for byte what was applied, on any system', async () => {
  const files = demo('round_trip')
  const params = { code: 'round_trip' }
  await here.apply({ input: { files } })

  const exported = await here.export({ params })
  await there.apply({ input: { files: exported.files } })
  const again = await there.export({ params })

  expect(sorted(exported.files)).toEqual(sorted(files))
  expect(again.files).toEqual(exported.files)
})

test('the same definition has the same id on every system', async () => {
  const files = demo('same_id')
  await here.apply({ input: { files } })
  await there.apply({ input: { files } })

  const id = definitionId('app', 'same_id', 'deals')
  const [one, other] = await Promise.all(
    [first, second].map(({ app: { platform } }) => platform.definitions.current(platform.db)),
  )

  expect(one?.rows.has(id)).toBe(true)
  expect(other?.rows.has(id)).toBe(true)
})

/** What a designer in the console would do. */
const change = async (solutionCode: string, edit: (body: Body) => void) => {
  const id = definitionId('app', solutionCode, 'deals')
  const { rows } = await sql.query('select body from kontor.definitions where id = $1', [id])
  edit(rows[0].body)
  await sql.query(
    `update kontor.definitions set body = $2, version = version + 1,
     revision = nextval('kontor.definition_revisions') where id = $1`,
    [id, JSON.stringify(rows[0].body)],
  )
  first.app.platform.signals.tell('definitions')
}
type Body = { name: string; hidden: boolean; fields: Record<string, unknown> }

const exportDeals = async (code: string) => {
  const { files } = await here.export({ params: { code } })
  const file = files.find(({ path }) => path.endsWith('deals.yaml'))
  return file && 'content' in file ? file.content : ''
}

test('what was changed by other means is written into its file, and comments stay', async () => {
  await here.apply({ input: { files: demo('edited') } })
  await change('edited', (body) => {
    body.name = 'Sales'
    body.hidden = true
    const { title, buyer } = body.fields
    body.fields = {
      buyer: { ...(buyer as object), required: true },
      note: { ...(title as object), name: 'Note' },
    }
  })

  const text = await exportDeals('edited')

  expect(text).toContain('# What we sell.')
  expect(text).toMatch(/^name: Sales {0,3}# spaces stay/m)
  expect(text).toContain('# The buyer.')
  expect(text).toContain('hidden: true')
  expect(text).not.toContain('title')
})

test('an export with such a change applies without a difference', async () => {
  await here.apply({ input: { files: demo('stable') } })
  await change('stable', (body) => {
    const { title, buyer } = body.fields
    body.fields = { buyer, title }
  })

  const { files } = await here.export({ params: { code: 'stable' } })
  const { plan } = await here.plan({ input: { files } })

  expect(plan.changes.every(({ action }) => action === 'unchanged')).toBe(true)
})

test('transitions and locks come back as they were written, and changed ones without a difference', async () => {
  const app = `name: Papers
statuses:
  - { code: all, name: All, statuses: [{ id: 1, code: in, name: In }, { id: 2, code: out, name: Out }] }
transitions:
  - { from: in, to: [out], by: [process], message: Wait. } # short
  - from: "*"
    to: all/*
    by: [group:administrators]
locks:
  - { in: all/*, fields: [title], except: [process] } # closed
  - in: out
fields:
  title: { name: Title, type: STRING }
`
  const path = 'workspaces/moved/apps/deals.yaml'
  await here.apply({ input: { files: solution('moved', { [path]: app }) } })
  const same = await exportDeals('moved')
  await change('moved', (body) => {
    body.name = 'Documents'
  })

  const { files } = await here.export({ params: { code: 'moved' } })
  const { plan } = await here.plan({ input: { files } })

  expect(same).toBe(app)
  expect(await exportDeals('moved')).toContain('# short')
  expect(plan.changes.every(({ action }) => action === 'unchanged')).toBe(true)
})

test('what was deleted by other means is not exported', async () => {
  await here.apply({ input: { files: demo('deleted') } })
  await sql.query(
    `update kontor.definitions set deleted_at = now(),
     revision = nextval('kontor.definition_revisions') where id = $1`,
    [definitionId('app', 'deleted', 'deals')],
  )
  first.app.platform.signals.tell('definitions')

  const { files } = await here.export({ params: { code: 'deleted' } })

  expect(files.map(({ path }) => path)).not.toContain('workspaces/deleted/apps/deals.yaml')
})

test('a file in which only a comment changed is kept as it is now', async () => {
  await here.apply({ input: { files: demo('comment') } })
  const files = demo('comment').map((file) =>
    'content' in file
      ? { ...file, content: file.content.replace('spaces stay', 'said again') }
      : file,
  )

  const { plan } = await here.apply({ input: { files } })

  expect(plan.files).toEqual([{ path: 'workspaces/comment/apps/deals.yaml', action: 'update' }])
  expect(plan.changes.every(({ action }) => action === 'unchanged')).toBe(true)
  expect(await exportDeals('comment')).toContain('# said again')
})

test('a solution larger than the usual body is taken', async () => {
  const text = 'x'.repeat(9 * 1024 ** 2)
  const files = [...solution('large'), { path: 'data/large.md', content: text }]

  await here.apply({ input: { files } })

  const { files: exported } = await here.export({ params: { code: 'large' } })
  expect(exported.find(({ path }) => path === 'data/large.md')).toEqual({
    path: 'data/large.md',
    content: text,
  })
})
