import { randomBytes, randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, expect, test } from 'vitest'
import { ArrivingObjects } from '../src/backup/bucket.ts'
import { SHARED_FILES } from '../src/lib/ids.ts'
import { s3Store } from '../src/platform/files/s3.ts'
import { newDatabase, startApp } from './app.ts'
import { kontor, urlOf } from './kontor.ts'
import { type Bucket, s3Environment, startS3 } from './s3-server.ts'
import { dataFolder } from './server-process.ts'

const [bucket, other] = [await startS3(), await startS3()]
const { folder } = await dataFolder(afterAll)
const { as, admin, connection } = await startApp({ environment: s3Environment(bucket) })
const content = randomBytes(9 * 1024 ** 2)
const source = {
  KONTOR_DATA: folder,
  DATABASE_URL: urlOf(connection),
  ...s3Environment(bucket),
}

const storeOf = ({ endpoint, bucket: name, key, secret }: Bucket) =>
  s3Store({
    endpoint,
    bucket: name,
    region: 'us-east-1',
    credentials: { accessKeyId: key, secretAccessKey: secret },
    hasLinks: false,
  })
const namesIn = async (from: Bucket) =>
  (await Array.fromAsync(storeOf(from).list())).map(({ name }) => name)

async function upload(): Promise<string> {
  const file = new FormData()
  file.append('file', new Blob([new Uint8Array(content)]), 'in a bucket.bin')
  const id = SHARED_FILES
  const answer = await as(admin).disk.uploadToDirectory({ params: { id }, input: {}, file })
  return answer.file?.__id ?? ''
}

test('with --files the bodies in a bucket are included, and restored into the store of the other system', async () => {
  const id = await upload()
  const archive = join(folder, 'whole.tar.zst')
  const written = await kontor(['backup', '--files', archive], source)
  expect(written).toMatchObject({ code: 0, out: expect.stringContaining('1 file') })
  expect(written.err).not.toContain('not in the archive')

  for (const files of [s3Environment(other), {}]) {
    const target = await newDatabase()
    const environment = { KONTOR_DATA: (await dataFolder(afterAll)).folder, ...files }
    const to = { ...environment, DATABASE_URL: urlOf(target) }
    const restored = await kontor(['restore', archive], to)

    expect(restored).toMatchObject({ code: 0, out: expect.stringContaining('1 file') })
    const copy = await startApp({ connection: target, environment })
    const { Link } = await copy.as(admin).disk.getLink({ params: { id } })
    const found = Buffer.from(await (await fetch(Link)).arrayBuffer())
    expect(found.equals(content)).toBe(true)
  }
  expect(await namesIn(other)).toEqual(await namesIn(bucket))
})

test('without --files the missing bodies are reported, at the backup and at the restore', async () => {
  const archive = join(folder, 'rows.tar.zst')

  const written = await kontor(['backup', archive], source)
  // Into the same bucket: existing objects are allowed.
  const target = { ...source, DATABASE_URL: urlOf(await newDatabase()) }
  const restored = await kontor(['restore', archive], target)

  expect(written.code).toBe(0)
  expect(written.err).toContain(
    'not in the archive: file bodies, which are stored in the bucket kontor: include them with --files',
  )
  expect(restored.code).toBe(0)
  expect(restored.err).toContain('was not in the archive: file bodies')
})

test('a failed restore removes what it added, and keeps what was there before', async () => {
  const store = storeOf(other)
  const [old, added] = [randomUUID(), randomUUID()]
  await store.put(old, Readable.from([Buffer.from('old')]))
  const arriving = new ArrivingObjects(store)
  for (const name of [old, added]) {
    await arriving.add(`files/ab/${name}`, Readable.from([Buffer.from('old')]))
  }
  const names = await namesIn(other)

  await arriving.undo()

  expect(names).toEqual(expect.arrayContaining([old, added]))
  expect(arriving.counter.count).toBe(2)
  expect(await namesIn(other)).toContain(old)
  expect(await namesIn(other)).not.toContain(added)
})
