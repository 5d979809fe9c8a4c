import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { afterAll, expect, test } from 'vitest'
import { findingsOf } from '../src/commands/doctor.ts'
import { newId } from '../src/lib/ids.ts'
import { readConfig } from '../src/platform/config.ts'
import { connectClient } from '../src/platform/db/db.ts'
import { openFiles } from '../src/platform/files/files.ts'
import { newDatabase } from './app.ts'
import { urlOf } from './kontor.ts'
import { s3Environment, startS3 } from './s3-server.ts'
import { dataFolder } from './server-process.ts'

test.each([
  ['a folder', {}],
  ['a bucket', s3Environment(await startS3())],
])('missing bodies in %s, truncated ones and orphaned objects are found', async (_, files) => {
  const { folder: data } = await dataFolder(afterAll)
  const connection = await newDatabase()
  const store = await openFiles(readConfig({ KONTOR_DATA: data, ...files }))
  const [kept, lost, orphan] = [newId(), newId(), newId()]
  for (const name of [kept, orphan]) await store.put(name, Readable.from([Buffer.from('x')]))
  const client = await connectClient(connection)
  const insert = async (object: string, size = 1) => {
    const body = newId()
    await client.query(
      `insert into kontor.file_bodies (id, state, object, size, sha256, created_at, created_by)
       values ($1, 'stored', $2, $3, $4, now(), gen_random_uuid())`,
      [body, object, size, createHash('sha256').update('x').digest()],
    )
    return body
  }
  await insert(kept)
  const settings = { KONTOR_DATA: data, DATABASE_URL: urlOf(connection), ...files }
  const doctor = async () =>
    (await findingsOf(readConfig(settings))).find(({ name }) => name === 'files')

  const withOrphan = await doctor()
  const body = await insert(orphan, 7)
  const file = newId()
  await client.query(
    `insert into kontor.files (id, directory_id, name, original_name, body_id, created_at, created_by,
       updated_at, updated_by)
     values ($1, gen_random_uuid(), 'a', 'a', $2, now(), gen_random_uuid(), now(), gen_random_uuid())`,
    [file, body],
  )
  const withTruncated = await doctor()
  await client.query('update kontor.file_bodies set size = 1')
  const healthy = await doctor()
  await client.query('update kontor.file_bodies set sha256 = $1 where object = $2', [
    Buffer.alloc(32),
    orphan,
  ])
  const withDamaged = await doctor()
  await insert(lost)
  const withLost = await doctor()
  await client.end()

  expect(withOrphan).toMatchObject({ state: 'warning', text: expect.stringContaining(orphan) })
  expect(withLost).toMatchObject({ state: 'problem', text: expect.stringContaining(lost) })
  expect(withLost?.text).toContain('1 of 3 bodies')
  expect(withTruncated).toMatchObject({
    state: 'problem',
    text: `1 of 2 bodies have another size than recorded, such as ${orphan} of ${file}: 1 bytes, not 7: restore them from a backup`,
  })
  expect(withDamaged).toMatchObject({
    state: 'problem',
    text: `1 bodies are not what was stored: ${orphan} of "a" (file ${file}) is damaged: restore them from a backup`,
  })
  expect(healthy).toEqual({
    name: 'files',
    state: 'ok',
    text: '2 bodies, all there, 2 compared with their checksums',
  })
})
