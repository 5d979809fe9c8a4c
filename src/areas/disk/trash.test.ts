import { randomUUID } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { startApp } from '../../../test/app.ts'
import { SHARED_FILES } from '../../lib/ids.ts'
import { connectClient } from '../../platform/db/db.ts'
import { jobOn } from '../../platform/jobs/runner.ts'
import { sweepBodies } from './bodies.ts'
import { emptyTrash } from './trash.ts'

let now = new Date('2026-03-02T09:00:00Z')
const environment = { KONTOR_TRASH_DAYS: '7' }
const { app, as, admin, make, connection } = await startApp({ now: () => now, environment })
const ann = await make.user()
const { disk } = as(ann)
const sql = await connectClient(connection)
afterAll(() => sql.end())

const DAY = 24 * 60 * 60_000
const pass = (time: number) => {
  now = new Date(now.getTime() + time)
}
const empty = () => emptyTrash(jobOn(app.platform, app.platform.log))
async function sweep() {
  pass(60_000)
  await sweepBodies(jobOn(app.platform, app.platform.log))
}

async function upload() {
  const file = new FormData()
  file.append('file', new Blob([randomUUID()]), `${randomUUID()}.txt`)
  const answer = await disk.uploadToDirectory({ params: { id: SHARED_FILES }, input: {}, file })
  if (!answer.file) throw new Error('not complete')
  return answer.file
}
const remove = (...ids: string[]) => disk.deleteFiles({ input: { fileIds: ids } })
const trash = async () => (await disk.listTrash()).files.map(({ __id }) => __id)
const objectOf = async (hash: string) =>
  (await sql.query('select object from kontor.file_bodies where id = $1', [hash])).rows[0]?.object

test('what has been in the trash for its days is removed for good, and nothing before', async () => {
  const [old, late, kept] = [await upload(), await upload(), await upload()]
  const object = await objectOf(old.hash)
  await remove(old.__id)
  pass(DAY)
  await remove(late.__id)

  pass(6 * DAY - 1)
  await empty()
  const before = await trash()
  pass(1)
  await empty()
  await sweep()
  await sweep()

  expect(before).toEqual([late.__id, old.__id])
  expect(await trash()).toEqual([late.__id])
  expect(await app.platform.files.find(object)).toBeUndefined()
  expect((await disk.getFile({ params: { id: kept.__id } })).file).toEqual(kept)
  const { entries } = await as(admin).audit.list({ input: { object: `file:${old.__id}` } })
  expect(entries.map(({ type }) => type)).toEqual([
    'disk.file.purged',
    'disk.file.deleted',
    'disk.file.created',
  ])
})

test('a body that another file or version uses stays', async () => {
  const [first, second] = [await upload(), await upload()]
  const object = await objectOf(first.hash)
  await disk.makeFiles({
    input: { files: [{ hash: first.hash, name: randomUUID(), directory: SHARED_FILES }] },
  })
  await remove(first.__id, second.__id)
  await disk.restoreFiles({ input: { ids: [second.__id] } })

  pass(8 * DAY)
  await empty()
  await sweep()
  await sweep()

  expect(await app.platform.files.find(object)).toBeDefined()
  expect(await app.platform.files.find(await objectOf(second.hash))).toBeDefined()
  expect(await trash()).not.toContain(first.__id)
})

test('a file that is taken out of the trash at that moment stays or goes completely', async () => {
  const files = await Promise.all(Array.from({ length: 10 }, upload))
  const ids = files.map(({ __id }) => __id)
  await remove(...ids)
  pass(8 * DAY)

  const [restored] = await Promise.all([
    Promise.all(ids.map((id) => disk.restoreFiles({ input: { ids: [id] } }))),
    empty(),
  ])
  await sweep()
  await sweep()

  for (const [at, { items }] of restored.entries()) {
    const isBack = items[0]?.error === undefined
    expect((await objectOf(files[at]?.hash ?? '')) !== undefined).toBe(isBack)
  }
  expect(await trash()).not.toEqual(expect.arrayContaining(ids))
})

test('more than fit into one batch are removed', async () => {
  const { __id: id } = await upload()
  await sql.query(
    `insert into kontor.files (id, directory_id, name, original_name, body_id, created_at,
       created_by, updated_at, updated_by, deleted_at)
     select gen_random_uuid(), directory_id, n::text, n::text, body_id, created_at, created_by,
       updated_at, updated_by, $2
     from kontor.files, generate_series(1, 1001) n where id = $1`,
    [id, now],
  )
  pass(7 * DAY)

  await empty()

  expect((await disk.listTrash()).total).toBe(0)
})

test('with 0 days nothing is removed', async () => {
  const other = await startApp({
    connection,
    now: () => now,
    environment: { KONTOR_TRASH_DAYS: '0' },
  })
  const { __id: id } = await upload()
  await remove(id)
  pass(10_000 * DAY)

  await emptyTrash(jobOn(other.app.platform, other.app.platform.log))

  expect(await trash()).toContain(id)
})
