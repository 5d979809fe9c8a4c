import { expect, test } from 'vitest'
import { parseText } from './body.ts'

test.each(['__proto__', '\\u005f_proto__', '__prot\\u006f__'])('the key %s is dropped', (key) => {
  const value = parseText(`{"a":[{"${key}":{"isAdministrator":true},"b":1}]}`, 'the body')

  expect(Object.keys((value as { a: object[] }).a[0] ?? {})).toEqual(['b'])
})

test('escapes in other keys and in values stay what they are', () => {
  expect(parseText('{"\\u0061":"\\u005f\\u005f"}', 'the body')).toEqual({ a: '__' })
})
