import { expect, test } from 'vitest'
import { z } from 'zod'
import { NIL_ID } from '../lib/ids.ts'
import { check, parseText } from './body.ts'
import { limitsOf, USUAL_BODY } from './body-limits.ts'

test.each(['__proto__', '\\u005f_proto__', '__prot\\u006f__'])('the key %s is dropped', (key) => {
  const value = parseText(`{"a":[{"${key}":{"isAdministrator":true},"b":1}]}`, 'the body')

  expect(Object.keys((value as { a: object[] }).a[0] ?? {})).toEqual(['b'])
})

test('escapes in other keys and in values are kept', () => {
  expect(parseText('{"\\u0061":"\\u005f\\u005f"}', 'the body')).toEqual({ a: '__' })
})

test('a list of 20,000 ids is no large body', () => {
  const ids = Array.from({ length: 20_000 }, () => NIL_ID)

  expect(parseText(JSON.stringify(ids), 'the body', limitsOf(USUAL_BODY))).toHaveLength(20_000)
})

test('who accepts larger bodies accepts more members in them', () => {
  const usual = 8 * 1024 ** 2

  expect(limitsOf(usual, usual).members).toBe(110_000)
  expect(limitsOf(2 * usual, 2 * usual).members).toBe(220_000)
  // An operation that accepts more than the setting has large texts, not more of them.
  expect(limitsOf(8 * usual, usual).members).toBe(110_000)
})

const Either = z.object({
  status: z.union([z.string(), z.object({ code: z.string() })]),
  filter: z.union([z.object({ author: z.array(z.string()) }), z.tuple([])]).optional(),
  context: z.record(z.string(), z.unknown()).optional(),
})

test.each([
  [{}, 'field "status": expected text or an object, received nothing'],
  [{ status: 7 }, 'field "status": expected text or an object, received 7'],
  [{ status: { code: 7 } }, 'field "status.code": expected text, received 7'],
  [
    { status: '', filter: { author: 'ann' } },
    'field "filter.author": expected a list, received "ann"',
  ],
  [{ status: '', filter: 7 }, 'field "filter": expected an object or a list, received 7'],
  [{ status: '', context: null }, 'field "context": expected an object, received null'],
])('%j is refused with what was expected', (value, message) => {
  expect(() => check(Either, value)).toThrow(message)
})
