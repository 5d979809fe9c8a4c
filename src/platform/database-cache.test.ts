import { expect, test } from 'vitest'
import { DatabaseCache } from './database-cache.ts'
import { type Db, makeDb } from './db/db.ts'
import { makeLog } from './log.ts'
import { Signals } from './signals.ts'

const signals = new Signals({}, makeLog('silent'))
signals.isConnected = true

const nothing = () => Promise.reject(new Error('no database is needed'))
const db = makeDb(nothing)
const transaction = makeDb(nothing, true)

function counted<Value>(answers: (Value | Promise<Value>)[]) {
  const cache = new DatabaseCache<Value>(signals, 'things')
  const asked = { times: 0 }
  const get = (from: Db = db, key = 'a') =>
    cache.get(from, key, async () => answers[asked.times++] as Value)
  return { asked, get }
}

test('a cached value is not fetched again until its topic is signalled', async () => {
  const { asked, get } = counted(['one', 'two'])

  expect([await get(), await get()]).toEqual(['one', 'one'])
  signals.tell('other things')
  expect(await get()).toBe('one')
  signals.tell('things')
  expect([await get(), await get()]).toEqual(['two', 'two'])
  expect(asked.times).toBe(2)
})

test('concurrent requests share one query', async () => {
  const { asked, get } = counted(['one'])

  expect(await Promise.all(Array.from({ length: 50 }, () => get()))).toEqual(Array(50).fill('one'))
  expect(asked.times).toBe(1)
})

test('a value fetched while the signal arrives is used once and not cached', async () => {
  const slow = Promise.withResolvers<string>()
  const { get } = counted([slow.promise, 'new'])

  const first = get()
  signals.tell('things')
  const second = get()
  slow.resolve('old')

  expect(await first).toBe('old')
  expect(await second).toBe('new')
  expect(await get()).toBe('new')
})

test('missing values and failures are not cached', async () => {
  const absent = counted<string | undefined>([undefined, 'there'])
  expect([await absent.get(), await absent.get()]).toEqual([undefined, 'there'])

  const failing = counted<string>([Promise.reject(new Error('lost')), 'there'])
  await expect(failing.get()).rejects.toThrow('lost')
  expect(await failing.get()).toBe('there')
})

test('nothing is cached while the connection is down', async () => {
  const { get } = counted(['one', 'two', 'three'])
  await get()

  signals.isConnected = false
  expect([await get(), await get()]).toEqual(['two', 'three'])
  signals.isConnected = true
})

test('a transaction gets the committed value, like everyone else', async () => {
  const cache = new DatabaseCache<boolean>(signals, 'things')
  const seen = async (from: Db) => from.inTransaction

  expect(await cache.get(transaction, 'a', seen)).toBe(false)
  expect(await cache.get(db, 'b', seen)).toBe(false)
})

test('the cache has a maximum size', async () => {
  const cache = new DatabaseCache<string>(signals, 'many', 10)
  let asked = 0
  const get = (key: number) =>
    cache.get(db, String(key), async () => {
      asked++
      return String(key)
    })

  for (let key = 0; key < 20; key++) await get(key)
  await get(19)
  expect(asked).toBe(20)
  await get(0)
  expect(asked).toBe(21)
})
