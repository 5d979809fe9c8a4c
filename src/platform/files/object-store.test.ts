import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, describe, expect, test } from 'vitest'
import { startS3 } from '../../../test/s3-server.ts'
import { newId } from '../../lib/ids.ts'
import { localStore } from './local.ts'
import { ObjectMissing, type ObjectStore } from './object-store.ts'
import { s3Store } from './s3.ts'

const folder = await mkdtemp(join(tmpdir(), 'kontor-files-'))
afterAll(() => rm(folder, { recursive: true }))

/** The same tests for every store. */
const { endpoint, bucket, key, secret } = await startS3()
const stores: [name: string, store: ObjectStore][] = [
  ['local', localStore(join(folder, 'files'))],
  [
    's3',
    s3Store({
      endpoint,
      bucket,
      region: 'us-east-1',
      credentials: { accessKeyId: key, secretAccessKey: secret },
      hasLinks: true,
    }),
  ],
]

async function* inChunks(content: Buffer, size: number) {
  for (let at = 0; at < content.length; at += size) yield content.subarray(at, at + size)
}

describe.each(stores)('%s', (_, store) => {
  test('a stored object is read back, with its size and checksum', async () => {
    const [name, content] = [newId(), randomBytes(300_000)]

    const stored = await store.put(name, inChunks(content, 7001))

    expect(stored).toEqual({
      size: content.length,
      sha256: createHash('sha256').update(content).digest(),
    })
    expect(await buffer(await store.open(name))).toEqual(content)
    expect(await store.find(name)).toEqual({ size: content.length })
  })

  test.each([
    // The S3 server of these tests treats `bytes=0-0` as the whole object.
    [0, 2],
    [10, 20],
    [99_999, 100_000],
    [0, 100_000],
    [50, 50],
  ])('bytes %i to %i are read as a range', async (start, end) => {
    const [name, content] = [newId(), randomBytes(100_000)]
    await store.put(name, inChunks(content, 65_536))

    const read = await buffer(await store.open(name, { start, end }))

    expect(read).toEqual(content.subarray(start, end))
  })

  test('an empty object can be stored', async () => {
    const name = newId()

    await store.put(name, inChunks(Buffer.alloc(0), 1))

    expect(await store.find(name)).toEqual({ size: 0 })
    expect(await buffer(await store.open(name))).toHaveLength(0)
  })

  test('an aborted upload leaves no object', async () => {
    const name = newId()
    const broken = async function* () {
      yield randomBytes(100_000)
      throw new Error('broke off')
    }

    await expect(store.put(name, broken())).rejects.toThrow('broke off')

    expect(await store.find(name)).toBeUndefined()
    await expect(store.open(name)).rejects.toThrow(ObjectMissing)
  })

  test('an object cannot be read before it is complete', async () => {
    const name = newId()
    const seen: unknown[] = []
    const looking = async function* () {
      yield randomBytes(100)
      seen.push(await store.find(name))
      yield randomBytes(100)
    }

    await store.put(name, looking())

    expect(seen).toEqual([undefined])
  })

  test('an object of several parts is complete', async () => {
    const [name, content] = [newId(), randomBytes(20 * 1024 ** 2 + 3)]

    const stored = await store.put(name, inChunks(content, 1_000_003))

    expect(stored.sha256).toEqual(createHash('sha256').update(content).digest())
    const read = createHash('sha256')
    for await (const chunk of await store.open(name)) read.update(chunk)
    expect(read.digest()).toEqual(stored.sha256)
    const range = { start: 8 * 1024 ** 2 - 5, end: 8 * 1024 ** 2 + 5 }
    expect(await buffer(await store.open(name, range))).toEqual(
      content.subarray(range.start, range.end),
    )
  })

  test('an aborted upload of several parts leaves no object', async () => {
    const name = newId()
    const broken = async function* () {
      for (let at = 0; at < 12; at++) yield randomBytes(1024 ** 2)
      throw new Error('broke off')
    }

    await expect(store.put(name, broken())).rejects.toThrow('broke off')

    expect(await store.find(name)).toBeUndefined()
    await store.delete(name)
  })

  test('all objects are listed with their size', async () => {
    const name = newId()
    await store.put(name, inChunks(randomBytes(77), 10))

    const found = await Array.fromAsync(store.list())

    expect(found).toContainEqual({ name, size: 77 })
    expect(new Set(found.map((each) => each.name)).size).toBe(found.length)
  })

  test('a deleted object is gone, and deleting it again succeeds', async () => {
    const name = newId()
    await store.put(name, inChunks(randomBytes(10), 10))

    await store.delete(name)
    await store.delete(name)

    expect(await store.find(name)).toBeUndefined()
  })
})

test('on a local disk incomplete files are never among the objects', async () => {
  const place = join(folder, 'strict')
  const store = localStore(place)
  const looking = async function* () {
    yield randomBytes(100)
    expect(await readdir(place).catch(() => [])).toEqual([])
  }

  await store.put(newId(), looking())

  expect(await readdir(place)).toHaveLength(1)
  expect(await readdir(`${place}-unfinished`)).toEqual([])
})

test('a bucket that cannot be reached is not taken for the database', async () => {
  const store = s3Store({
    endpoint: 'http://127.0.0.1:1',
    bucket,
    region: 'us-east-1',
    credentials: { accessKeyId: key, secretAccessKey: secret },
    hasLinks: true,
  })

  await expect(store.find('name')).rejects.toThrow('the file store cannot be reached, try again')
})
