import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findUnstorable, isStorable, toJsonb, toStorable } from '../../src/lib/storable.ts'
import { connectClient } from '../../src/platform/db/db.ts'
import { newDatabase } from '../app.ts'
import { hostileJson, hostileText } from '../hostile-text.ts'

const client = await connectClient(await newDatabase())

test('text that was made storable is stored unchanged', async () => {
  await fc.assert(
    fc.asyncProperty(hostileText, async (text) => {
      const storable = toStorable(text)
      const { rows } = await client.query('select $1::text as text', [storable])
      expect(rows[0].text).toBe(storable)
    }),
  )
})

test('any value is stored as jsonb', async () => {
  await fc.assert(
    fc.asyncProperty(hostileJson, async (value) => {
      const { rows } = await client.query('select $1::jsonb as value', [toJsonb({ value })])
      expect(rows[0].value).toEqual(JSON.parse(JSON.stringify(toStorable({ value }))))
    }),
  )
})

test('storable text stays unchanged, and nothing else counts as storable', () => {
  fc.assert(
    fc.property(hostileJson, (value) => {
      expect(findUnstorable(toStorable(value))).toBeUndefined()
      if (findUnstorable(value) === undefined) expect(toStorable(value)).toEqual(value)
    }),
  )
  fc.assert(
    fc.property(hostileText, (text) => {
      expect(findUnstorable(text) === undefined).toBe(isStorable(text))
    }),
  )
})

test('the path of an unstorable text is reported', () => {
  expect(findUnstorable({ a: ['x', { b: '\u0000' }] })).toEqual(['a', 1, 'b'])
  expect(findUnstorable({ 'a\u0000': 1 })).toEqual(['a\ufffd'])
  expect(findUnstorable({ a: [1, JSON.parse('-1e999')] })).toEqual(['a', 1])
  expect(findUnstorable({ at: new Date(), bytes: Buffer.from('\u0000') })).toBeUndefined()
})
