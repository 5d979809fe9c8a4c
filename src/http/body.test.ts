import { expect, test } from 'vitest'
import { z } from 'zod'
import { check, parseText } from './body.ts'

test.each(['__proto__', '\\u005f_proto__', '__prot\\u006f__'])('the key %s is dropped', (key) => {
  const value = parseText(`{"a":[{"${key}":{"isAdministrator":true},"b":1}]}`, 'the body')

  expect(Object.keys((value as { a: object[] }).a[0] ?? {})).toEqual(['b'])
})

test('escapes in other keys and in values are kept', () => {
  expect(parseText('{"\\u0061":"\\u005f\\u005f"}', 'the body')).toEqual({ a: '__' })
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
