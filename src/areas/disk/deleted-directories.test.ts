import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { startDirectories } from '../../../test/directories.ts'
import { SHARED_FILES } from '../../lib/ids.ts'
import { lockNumber } from '../../platform/db/locks.ts'

const {
  as,
  admin,
  ann,
  bob,
  sql,
  other,
  makeDirectory,
  remove,
  getDirectory,
  upload,
  getFile,
  trash,
  isLive,
  eventsOf,
} = await startDirectories()

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

const holdNames = `select pg_advisory_xact_lock(hashtextextended($1, ${lockNumber('directory names')}))`

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
