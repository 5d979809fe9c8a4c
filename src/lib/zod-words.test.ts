import { expect, test } from 'vitest'
import { z } from 'zod'
import { parseInWords } from './zod-words.ts'

/** Counts how often a problem is put into words. */
function counted() {
  const count = { words: 0 }
  const text = z.string({
    error: () => {
      count.words++
      return 'expected text'
    },
  })
  return { count, text }
}

const issuesOf = (schema: z.ZodType, value: unknown) => {
  const parsed = parseInWords(schema, value)
  return parsed.success ? [] : parsed.issues
}

test('of 10,000 problems only the first hundred are put into words', () => {
  const { count, text } = counted()

  const issues = issuesOf(z.array(text), Array(10_000).fill(7))

  expect(issues).toHaveLength(100)
  expect(issues[99]?.path).toEqual([99])
  expect(count.words).toBe(100)
})

test('of 10,000 unknown keys the first hundred are listed', () => {
  const keys = Array.from({ length: 10_000 }, (_, at) => [`k${at}`, 0])

  const issues = issuesOf(z.strictObject({}), Object.fromEntries(keys))

  expect(issues).toHaveLength(100)
  expect(issues[7]).toMatchObject({ path: ['k7'], message: 'there is no such key' })
})

test('a value with more problems than anybody makes is given up', () => {
  const either = z.array(z.union([z.string(), z.object({ a: z.string() })]))

  expect(issuesOf(either, Array(50_000).fill(7))).toEqual([
    {
      code: 'custom',
      path: [],
      message: 'more is wrong than can be listed, such as: expected text, received 7',
    },
  ])
})
