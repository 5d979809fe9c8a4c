import { expect, test } from 'vitest'
import { JsonText, writeObject } from './json-text.ts'

test.each<[object, string]>([
  [{}, '{}'],
  [{ a: 1, 'b"': 'x', none: undefined }, '{"a":1,"b\\"":"x"}'],
  [{ a: [], at: new Date(0) }, '{"a":[],"at":"1970-01-01T00:00:00.000Z"}'],
])('values without JsonText are written like JSON.stringify', (value, text) => {
  expect(writeObject(value)).toBe(text)
  expect(writeObject(value)).toBe(JSON.stringify(value))
})

test('JsonText is written unchanged, alone and in lists', () => {
  const row = new JsonText('{"n": 1.0}')

  expect(writeObject({ row, rows: [row, row], id: 7 })).toBe(
    '{"row":{"n": 1.0},"rows":[{"n": 1.0},{"n": 1.0}],"id":7}',
  )
})

test('keys can be added to an object', () => {
  const more = { b: 2, none: undefined }

  expect(new JsonText('{"a": 1}').with(more).text).toBe('{"a": 1,"b":2}')
  expect(new JsonText('{}').with(more).text).toBe('{"b":2}')
  expect(new JsonText('{"a": 1}').with({}).text).toBe('{"a": 1}')
})
