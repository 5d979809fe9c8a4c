import { setImmediate } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { Decisions } from './decisions.ts'
import { decided, literal } from './dmn.ts'

const decisions = new Decisions({ time: 300, checkTime: 300 })
const patient = new Decisions()
afterAll(() => Promise.all([decisions.close(), patient.close()]))

const ENDLESS = decided(literal('for i in 1..3000, j in 1..3000, k in 1..3000 return i + j + k'))

test('an expression that does not end stops its thread, not the node', async () => {
  let turns = 0
  let isDone = false
  const asking = decisions.evaluate({ xml: ENDLESS, values: {} }).finally(() => {
    isDone = true
  })
  const failed = expect(asking).rejects.toThrow('it computed for more than 0.3 seconds')
  for (; !isDone; turns++) await setImmediate()

  await failed
  expect(turns).toBeGreaterThan(10)
  const { value } = await patient.evaluate({ xml: decided(literal('a')), values: { a: 1 } })
  expect(value).toBe(1)
})

test('a case that does not end is a problem of the file', async () => {
  const { problems } = await decisions.check(ENDLESS, { cases: [{ given: {}, expect: 1 }] })

  expect(problems).toMatchObject([{ message: 'it computed for more than 0.3 seconds' }])
})

test('the same file is checked once', async () => {
  const [one, two] = [
    decisions.check(ENDLESS, { cases: [] }),
    decisions.check(ENDLESS, { cases: [] }),
  ]

  expect(two).toBe(one)
  expect(decisions.check(ENDLESS, { cases: [{ given: {}, expect: 2 }] })).not.toBe(one)
  await one
})

test('whoever leaves does not wait for a thread', async () => {
  const left = AbortSignal.abort(new Error('it takes too long'))

  const asking = patient.evaluate({ xml: decided(literal('a')), values: { a: 1 } }, left)

  await expect(asking).rejects.toThrow('it takes too long')
})

test('a decision that cannot be made says why', async () => {
  const xml = decided(literal('a'))

  await expect(patient.evaluate({ xml, decision: 'y', values: {} })).rejects.toThrow(
    'there is no decision "y"',
  )
})
