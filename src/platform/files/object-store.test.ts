import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, describe, expect, test } from 'vitest'
import { newId } from '../../lib/ids.ts'
import { localStore } from './local.ts'
import { ObjectMissing, type ObjectStore } from './object-store.ts'

const folder = await mkdtemp(join(tmpdir(), 'kontor-files-'))
afterAll(() => rm(folder, { recursive: true }))

/** Every store keeps the same promises. */
const stores: [name: string, store: ObjectStore][] = [['local', localStore(join(folder, 'files'))]]

async function* inChunks(content: Buffer, size: number) {
  for (let at = 0; at < content.length; at += size) yield content.subarray(at, at + size)
}

describe.each(stores)('%s', (_, store) => {
  test('what was put is read back, counted and summed up', async () => {
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
    [0, 1],
    [10, 20],
    [99_999, 100_000],
    [0, 100_000],
    [50, 50],
  ])('bytes %i to %i are read alone', async (start, end) => {
    const [name, content] = [newId(), randomBytes(100_000)]
    await store.put(name, inChunks(content, 65_536))

    const read = await buffer(await store.open(name, { start, end }))

    expect(read).toEqual(content.subarray(start, end))
  })

  test('an empty object is one', async () => {
    const name = newId()

    await store.put(name, inChunks(Buffer.alloc(0), 1))

    expect(await store.find(name)).toEqual({ size: 0 })
    expect(await buffer(await store.open(name))).toHaveLength(0)
  })

  test('nothing is there of what broke off', async () => {
    const name = newId()
    const broken = async function* () {
      yield randomBytes(100_000)
      throw new Error('broke off')
    }

    await expect(store.put(name, broken())).rejects.toThrow('broke off')

    expect(await store.find(name)).toBeUndefined()
    await expect(store.open(name)).rejects.toThrow(ObjectMissing)
  })

  test('nothing can be read before all of it is there', async () => {
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

  test('a deleted object is gone, and deleting it again is no error', async () => {
    const name = newId()
    await store.put(name, inChunks(randomBytes(10), 10))

    await store.delete(name)
    await store.delete(name)

    expect(await store.find(name)).toBeUndefined()
  })
})

test('on a local disk nothing half-written ever lies among the objects', async () => {
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
