import { expect, test } from 'vitest'
import { DatabaseCache } from './database-cache.ts'
import { type Db, makeDb } from './db/db.ts'
import { makeLog } from './log.ts'
import { Signals } from './signals.ts'

const signals = new Signals({}, makeLog('silent'))
signals.isHearing = true

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

test('what is known is not asked again, until it is signalled', async () => {
  const { asked, get } = counted(['one', 'two'])

  expect([await get(), await get()]).toEqual(['one', 'one'])
  signals.tell('other things')
  expect(await get()).toBe('one')
  signals.tell('things')
  expect([await get(), await get()]).toEqual(['two', 'two'])
  expect(asked.times).toBe(2)
})

test('many at once ask once', async () => {
  const { asked, get } = counted(['one'])

  expect(await Promise.all(Array.from({ length: 50 }, () => get()))).toEqual(Array(50).fill('one'))
  expect(asked.times).toBe(1)
})

test('what was being fetched when the signal came is used once and not kept', async () => {
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

test('what is not there is asked again, and so is what failed', async () => {
  const absent = counted<string | undefined>([undefined, 'there'])
  expect([await absent.get(), await absent.get()]).toEqual([undefined, 'there'])

  const failing = counted<string>([Promise.reject(new Error('lost')), 'there'])
  await expect(failing.get()).rejects.toThrow('lost')
  expect(await failing.get()).toBe('there')
})

test('with no line to the database nothing is remembered', async () => {
  const { get } = counted(['one', 'two', 'three'])
  await get()

  signals.isHearing = false
  expect([await get(), await get()]).toEqual(['two', 'three'])
  signals.isHearing = true
})

test('a transaction is answered what was committed, as everybody else', async () => {
  const cache = new DatabaseCache<boolean>(signals, 'things')
  const seen = async (from: Db) => from.inTransaction

  expect(await cache.get(transaction, 'a', seen)).toBe(false)
  expect(await cache.get(db, 'b', seen)).toBe(false)
})

test('only so many are remembered', async () => {
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
