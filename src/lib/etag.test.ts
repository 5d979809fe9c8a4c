import { expect, test } from 'vitest'
import { etagOf, isUnchanged, requireMatch } from './etag.ts'

const matches = (ifMatch: string | undefined, present: string | undefined) => {
  try {
    requireMatch(ifMatch, present, 'changed')
    return true
  } catch (error) {
    expect(error).toMatchObject({ code: 'precondition_failed', message: 'changed' })
    return false
  }
}

test.each<[string | undefined, string | undefined, boolean]>([
  [undefined, etagOf(3), true],
  [undefined, undefined, true],
  ['"3"', etagOf(3), true],
  ['*', etagOf(3), true],
  ['"2" ,"3"', etagOf(3), true],
  ['"2", *', etagOf(3), true],
  ['"2"', etagOf(3), false],
  ['3', etagOf(3), false],
  ['"33"', etagOf(3), false],
  ['W/"3"', etagOf(3), false],
  ['', etagOf(3), false],
  ['*', undefined, false],
  ['"3"', undefined, false],
])('If-Match: %s over %s may change it: %s', (given, present, isAllowed) => {
  expect(matches(given, present)).toBe(isAllowed)
})

test.each<[string | undefined, boolean]>([
  [undefined, false],
  ['"a"', true],
  ['W/"a"', true],
  ['"b", W/"a"', true],
  ['*', true],
  ['"b"', false],
])('If-None-Match: %s finds "a" unchanged: %s', (given, isSame) => {
  expect(isUnchanged(given, etagOf('a'))).toBe(isSame)
})
