import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { startApp } from '../../../test/app.ts'
import { RECYCLE_BIN, SHARED_FILES } from '../../lib/ids.ts'
import { connectClient } from '../../platform/db/db.ts'

const { as, admin, make, connection } = await startApp()
const [ann, bob] = [await make.user(), await make.user()]
const [sql, other] = [await connectClient(connection), await connectClient(connection)]
afterAll(() => Promise.all([sql.end(), other.end()]))
type Person = { id: string; token: string }

const makeDirectory = async (by: Person, directory?: string, name: string = randomUUID()) => {
  const input = { __name: name, ...(directory && { directory }) }
  return (await as(by).disk.createDirectory({ input })).directory.__id
}
const change = async (by: Person, id: string, input: { name?: string; directory?: string }) =>
  (await as(by).disk.changeDirectory({ params: { id }, input })).directory
const remove = (by: Person, id: string) => as(by).disk.deleteDirectory({ params: { id } })
const getDirectory = async (by: Person, id: string) =>
  (await as(by).disk.getDirectory({ params: { id } })).directory

async function upload(by: Person, id: string, name = `${randomUUID()}.txt`) {
  const file = new FormData()
  file.append('file', new Blob(['text']), name)
  const answer = await as(by).disk.uploadToDirectory({ params: { id }, input: {}, file })
  if (!answer.file) throw new Error('not complete')
  return answer.file
}
const getFile = async (by: Person, id: string) =>
  (await as(by).disk.getFile({ params: { id } })).file
const trash = async (by: Person) => {
  const { files } = await as(by).disk.listTrash({ input: { size: 1000 } })
  return files.map(({ __id }) => __id)
}
const isLive = async (id: string) =>
  (await sql.query('select from kontor.files where id = $1 and deleted_at is null', [id]))
    .rowCount === 1
const eventsOf = async (object: string) => {
  const { entries } = await as(admin).audit.list({ input: { object } })
  return entries.map(({ type }) => type)
}
const grantRead = (path: string[], to: Person) =>
  as(admin).access.grant({
    input: {
      kind: 'directory',
      object: path.join('/'),
      right: 'read',
      subjectKind: 'user',
      subject: to.id,
    },
  })

test('a directory is renamed, with one event, and none where nothing changes', async () => {
  const id = await makeDirectory(ann)
  const name = randomUUID()

  const renamed = await change(ann, id, { name: ` ${name} ` })
  await change(ann, id, { name })
  await change(ann, id, {})

  expect(renamed).toMatchObject({ __id: id, __name: name, directory: SHARED_FILES })
  expect(await eventsOf(`directory:${id}`)).toEqual([
    'disk.directory.moved',
    'disk.directory.created',
  ])
})

test('a directory is moved with everything in it, and rights follow the new place', async () => {
  const [from, to] = [await makeDirectory(ann, ann.id), await makeDirectory(ann)]
  const moved = await makeDirectory(ann, from)
  const inside = await makeDirectory(ann, moved)
  const file = await upload(ann, inside)
  await expect(getFile(bob, file.__id)).rejects.toMatchObject({ status: 404 })

  const { parentsList } = await change(ann, moved, { directory: to })

  expect(parentsList).toEqual([to, SHARED_FILES])
  expect((await getDirectory(bob, inside)).parentsList).toEqual([moved, to, SHARED_FILES])
  expect(await getFile(bob, file.__id)).toEqual(file)
  await change(ann, moved, { directory: ann.id })
  await expect(getFile(bob, file.__id)).rejects.toMatchObject({ status: 404 })
})

test('rights that were granted in a directory come along with it', async () => {
  const to = await makeDirectory(ann, ann.id)
  const moved = await makeDirectory(ann, ann.id)
  const inside = await makeDirectory(ann, moved)
  const file = await upload(ann, inside)
  await grantRead([ann.id, moved, inside], bob)
  const { grant } = (await grantRead([ann.id, moved], bob)) as { grant: { id: string } }

  await change(ann, moved, { directory: to })

  expect((await getDirectory(bob, inside)).__id).toBe(inside)
  expect(await getFile(bob, file.__id)).toEqual(file)
  const object = [ann.id, to, moved].join('/')
  const { grants } = await as(admin).access.listGrants({ input: { kind: 'directory', object } })
  expect(grants).toMatchObject([{ id: grant.id, right: 'read', subject: bob.id }])
  expect(await eventsOf(`directory:${object}`)).toEqual(['access.moved'])
  await as(admin).access.revokeGrant({ params: { id: grant.id } })
  await expect(getDirectory(bob, moved)).rejects.toMatchObject({ status: 404 })
  expect((await getDirectory(bob, inside)).__id).toBe(inside)
})

test('a directory does not lie in itself, however deep', async () => {
  const top = await makeDirectory(ann)
  const middle = await makeDirectory(ann, top)
  const bottom = await makeDirectory(ann, middle)

  for (const directory of [top, middle, bottom]) {
    const call = change(ann, top, { directory })
    await expect(call).rejects.toMatchObject({ status: 400 })
  }
})

test('of two that are moved into each other at once one is refused', async () => {
  for (let round = 0; round < 5; round++) {
    const [one, other] = [await makeDirectory(ann), await makeDirectory(ann)]

    const settled = await Promise.allSettled([
      change(ann, one, { directory: other }),
      change(ann, other, { directory: one }),
    ])

    expect(settled.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  }
})

test('what is made in a directory that moves at the same moment knows its way', async () => {
  for (let round = 0; round < 5; round++) {
    const [moved, to] = [await makeDirectory(ann), await makeDirectory(ann)]

    const [inside] = await Promise.all([
      makeDirectory(ann, moved),
      change(ann, moved, { directory: to }),
    ])

    expect((await getDirectory(ann, inside)).parentsList).toEqual([moved, to, SHARED_FILES])
  }
})

test('a branch is not moved deeper than a directory may lie', async () => {
  let deep = ann.id
  for (let level = 1; level < 100; level++) deep = await makeDirectory(ann, deep)
  const branch = await makeDirectory(ann)
  const leaf = await makeDirectory(ann, branch)

  const tooDeep = change(ann, branch, { directory: deep })

  await expect(tooDeep).rejects.toMatchObject({ status: 400 })
  expect((await change(ann, leaf, { directory: deep })).parentsList).toHaveLength(100)
})

test('names stay unique where they must be', async () => {
  const [one, other] = [await makeDirectory(ann), await makeDirectory(ann)]
  const name = randomUUID()
  const there = await makeDirectory(ann, other, name)
  const here = await makeDirectory(ann, one, name)
  const file = await upload(ann, other)

  for (const [id, input] of [
    [here, { directory: other }],
    [there, { name: file.name }],
  ] as const) {
    await expect(change(ann, id, input)).rejects.toMatchObject({ status: 409 })
  }
  const free = await change(ann, here, { directory: other, name: 'another name' })
  expect(free).toMatchObject({ __name: 'another name', directory: other })
})

test.each(['', '..', 'a/b', 'x'.repeat(300)])('the name "%s" is refused', async (name) => {
  const id = await makeDirectory(ann)
  const { __id: file } = await upload(ann, id)

  await expect(change(ann, id, { name })).rejects.toMatchObject({ status: 400 })
  const renaming = as(ann).disk.renameFile({ params: { id: file }, input: { name } })
  await expect(renaming).rejects.toMatchObject({ status: 400 })
})

test('directories of the system stay as they are', async () => {
  for (const id of [SHARED_FILES, RECYCLE_BIN, ann.id]) {
    const to = await makeDirectory(admin)
    await expect(change(admin, id, { name: 'x' })).rejects.toMatchObject({ status: 400 })
    await expect(change(admin, id, { directory: to })).rejects.toMatchObject({ status: 400 })
    await expect(remove(admin, id)).rejects.toMatchObject({ status: 400 })
  }
  const id = await makeDirectory(admin)
  const binned = change(admin, id, { directory: RECYCLE_BIN })
  await expect(binned).rejects.toMatchObject({ status: 400 })
})

test('only who made a directory or has the right changes or deletes it', async () => {
  const id = await makeDirectory(ann)
  const [mine, hers] = [await makeDirectory(bob), await makeDirectory(ann, ann.id)]

  await expect(change(bob, id, { name: 'x' })).rejects.toMatchObject({ status: 403 })
  await expect(change(bob, id, { directory: mine })).rejects.toMatchObject({ status: 403 })
  await expect(remove(bob, id)).rejects.toMatchObject({ status: 403 })
  await expect(change(bob, mine, { directory: hers })).rejects.toMatchObject({ status: 404 })
  expect((await change(admin, id, { name: randomUUID() })).__id).toBe(id)
})

test('an author neither moves nor deletes what others put into their directory', async () => {
  const id = await makeDirectory(ann)
  const inside = await makeDirectory(ann, id)
  const file = await upload(bob, inside)
  const to = await makeDirectory(ann, ann.id)

  await expect(remove(ann, id)).rejects.toMatchObject({ status: 403 })
  await expect(change(ann, id, { directory: to })).rejects.toMatchObject({ status: 403 })
  expect((await change(ann, id, { name: randomUUID() })).__id).toBe(id)
  await as(bob).disk.deleteFiles({ input: { fileIds: [file.__id] } })
  const below = await makeDirectory(bob, inside)
  await expect(remove(ann, id)).rejects.toMatchObject({ status: 403 })
  await remove(bob, below)
  expect(await remove(ann, id)).toMatchObject({ directories: 2, files: 0 })
})

test('a deleted directory is gone with all in it, and its files are in the trash', async () => {
  const id = await makeDirectory(ann)
  const inside = await makeDirectory(ann, id)
  const files = [await upload(ann, id), await upload(ann, inside)]
  const other = await upload(ann, SHARED_FILES)

  const answer = await remove(ann, id)

  expect(answer).toMatchObject({ directories: 2, files: 2 })
  for (const gone of [id, inside]) {
    await expect(getDirectory(ann, gone)).rejects.toMatchObject({ status: 404 })
    expect(await eventsOf(`directory:${gone}`)).toEqual([
      'disk.directory.deleted',
      'disk.directory.created',
    ])
  }
  const { result } = await as(ann).disk.listDirectories({ input: { active: true, size: -1 } })
  expect(result.result.map(({ __id }) => __id)).not.toContain(inside)
  for (const { __id } of files) {
    expect(await isLive(__id)).toBe(false)
    expect(await eventsOf(`file:${__id}`)).toEqual(['disk.file.deleted', 'disk.file.created'])
  }
  expect(await trash(ann)).toEqual(expect.arrayContaining(files.map(({ __id }) => __id)))
  expect((await getFile(ann, other.__id)).__deletedAt).toBeNull()
  await expect(remove(ann, id)).rejects.toMatchObject({ status: 404 })
})

test('a file comes back to the nearest directory that is still there', async () => {
  const top = await makeDirectory(ann)
  const middle = await makeDirectory(ann, top)
  const bottom = await makeDirectory(ann, middle)
  const { __id: id } = await upload(ann, bottom)
  await remove(ann, middle)

  const { items } = await as(ann).disk.restoreFiles({ input: { ids: [id] } })

  expect(items).toEqual([{ id }])
  expect((await getFile(ann, id)).directory).toBe(top)
})

test('but only where the caller may add to it', async () => {
  const top = await makeDirectory(ann, ann.id)
  const inside = await makeDirectory(ann, top)
  for (const right of ['create', 'delete']) {
    const object = [ann.id, top, inside].join('/')
    const subject = { subjectKind: 'user', subject: bob.id } as const
    await as(admin).access.grant({ input: { kind: 'directory', object, right, ...subject } })
  }
  const { __id: id } = await upload(bob, inside)
  await remove(ann, inside)

  const { items } = await as(bob).disk.restoreFiles({ input: { ids: [id] } })

  expect(items).toMatchObject([{ error: expect.stringContaining('"create"') }])
})

/** Until it is done or waits for somebody else. */
async function untilItWaits(call: Promise<unknown>): Promise<void> {
  const done = call.then(
    () => true,
    () => true,
  )
  const waiting = `select from pg_locks where locktype = 'advisory' and not granted and
    database = (select oid from pg_database where datname = current_database())`
  for (const end = Date.now() + 10_000; Date.now() < end; ) {
    if ((await other.query(waiting)).rowCount) return
    if (await Promise.race([done, pause(10, false)])) return
  }
}

const holdNames = 'select pg_advisory_xact_lock(hashtextextended($1, 8366))'

test('a file that arrives while its directory is deleted goes to the trash too', async () => {
  const id = await makeDirectory(ann)
  const { __id: file } = await upload(ann, SHARED_FILES)
  await sql.query('begin')
  await sql.query(holdNames, [id])
  await sql.query('update kontor.files set directory_id = $1 where id = $2', [id, file])

  const removing = remove(ann, id)
  await untilItWaits(removing)
  await sql.query('commit')

  expect(await removing).toMatchObject({ files: 1 })
  expect(await trash(ann)).toContain(file)
})

test.each([
  ['sent', (id: string) => upload(ann, id)],
  [
    'moved',
    async (id: string) => {
      const files = [{ hash: (await upload(ann, SHARED_FILES)).__id }]
      return as(ann).disk.moveFiles({ input: { directoryID: id, files } })
    },
  ],
])('a file is not %s into a directory that was deleted a moment ago', async (_, put) => {
  const id = await makeDirectory(ann)
  await sql.query('begin')
  await sql.query(holdNames, [id])
  await sql.query('update kontor.directories set deleted_at = now() where id = $1', [id])

  const call = put(id)
  await untilItWaits(call)
  await sql.query('commit')

  await expect(call).rejects.toMatchObject({ status: 404 })
})

test('more than 20,000 files are not deleted at once', async () => {
  const id = await makeDirectory(ann)
  const { __id: file } = await upload(ann, id)
  await sql.query(
    `insert into kontor.files (id, directory_id, name, original_name, body_id, created_at,
       created_by, updated_at, updated_by)
     select gen_random_uuid(), directory_id, n::text, n::text, body_id, created_at, created_by,
       updated_at, updated_by
     from kontor.files, generate_series(1, 20000) n where id = $1`,
    [file],
  )

  await expect(remove(ann, id)).rejects.toMatchObject({ status: 400 })
})

test('more than 1,000 directories are not deleted at once', async () => {
  const id = await makeDirectory(ann)
  const inside = await makeDirectory(ann, id)
  await sql.query(
    `insert into kontor.directories (id, name, parent_id, ancestors, created_at, created_by,
       updated_at, updated_by)
     select gen_random_uuid(), n::text, parent_id, ancestors, created_at, created_by, updated_at,
       updated_by
     from kontor.directories, generate_series(1, 999) n where id = $1`,
    [inside],
  )

  await expect(remove(ann, id)).rejects.toMatchObject({ status: 400 })
})

test('a file is renamed, with one event, and a taken name gets a number', async () => {
  const id = await makeDirectory(ann)
  const file = await upload(ann, id, 'old.txt')
  await upload(ann, id, 'new.pdf')
  const rename = async (by: Person, name: string) =>
    (await as(by).disk.renameFile({ params: { id: file.__id }, input: { name } })).file

  const renamed = await rename(ann, 'new.pdf')
  const same = await rename(ann, renamed.name)

  expect(renamed).toMatchObject({ name: 'new (1).pdf', contentType: 'application/pdf', version: 1 })
  expect(renamed).toMatchObject({ originalName: 'old.txt', directory: id, hash: file.hash })
  expect(same).toEqual(renamed)
  expect(await eventsOf(`file:${file.__id}`)).toEqual(['disk.file.moved', 'disk.file.created'])
  await expect(rename(bob, 'mine.txt')).rejects.toMatchObject({ status: 403 })
  await as(ann).disk.deleteFiles({ input: { fileIds: [file.__id] } })
  await expect(rename(ann, 'gone.txt')).rejects.toMatchObject({ status: 404 })
})

test('files are found in the order that was asked for, page by page', async () => {
  const { directory } = await as(admin).disk.createDirectory({ input: { name: randomUUID() } })
  for (const [name, content] of [
    ['b.txt', '1'],
    ['a.txt', '333'],
    ['c.txt', '22'],
  ] as const) {
    const file = new FormData()
    file.append('file', new Blob([content]), name)
    await as(admin).disk.uploadToDirectory({ params: { id: directory.__id }, input: {}, file })
  }
  const namesBy = async (field: string, ascending: boolean) => {
    const names: string[] = []
    for (let after: string | null | undefined = ''; typeof after === 'string'; ) {
      const { result }: Awaited<ReturnType<typeof search>> = await search(field, ascending, after)
      names.push(...result.result.map(({ name }) => name.slice(0, 1)))
      after = result.after
    }
    return names.join('')
  }
  const search = (field: string, ascending: boolean, after: string) =>
    as(admin).disk.searchFiles({
      input: {
        filter: { directory: directory.__id },
        sortExpressions: [{ field, ascending }],
        size: 2,
        total: false,
        after,
      },
    })

  expect(await namesBy('__name', true)).toBe('abc')
  expect(await namesBy('__name', false)).toBe('cba')
  expect(await namesBy('size', true)).toBe('bca')
  expect(await namesBy('__updatedAt', true)).toBe('bac')
})
