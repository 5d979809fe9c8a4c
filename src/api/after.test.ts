import { expect, test } from 'vitest'
import { z } from 'zod'
import { areas } from '../client/areas.ts'
import { NewestFirst, nextOf, startOf } from './after.ts'
import type { Operation } from './operation.ts'

const keysOf = (schema: z.ZodType) =>
  schema instanceof z.ZodObject ? Object.keys(schema.shape) : []

test('lists with the newest first are paged by after', () => {
  const all = Object.values<Record<string, Operation>>(areas).flatMap((area) => Object.values(area))
  const backwards = all.filter(({ input }) => keysOf(input).includes('before'))

  expect(backwards.length).toBeGreaterThan(1)
  for (const { path, input, output } of backwards) {
    expect(keysOf(input), path).toContain('after')
    expect(keysOf(output), path).toContain('after')
  }
})

const asked = (input: object) => NewestFirst.parse({ size: 2, ...input })

test('a page starts after the last number of the previous one', () => {
  expect(startOf(asked({}))).toBeUndefined()
  expect(startOf(asked({ before: '7' }))).toBe(7)
  expect(startOf(asked({ after: '' }))).toBeUndefined()
  expect(startOf(asked({ after: '7' }))).toBe(7)
  expect(() => startOf(asked({ after: '7', before: 7 }))).toThrow('cannot be combined')
})

test('`next` is returned if `after` was sent', () => {
  expect(nextOf(asked({}), [9, 8])).toEqual({})
  expect(nextOf(asked({ after: '' }), [9, 8])).toEqual({ after: '8' })
  expect(nextOf(asked({ after: '8' }), [7])).toEqual({ after: null })
  expect(nextOf(asked({ after: '7' }), [])).toEqual({ after: null })
})

test.each(['x', '-1', '1.5', '9223372036854775808'])('after=%s is refused', (after) => {
  expect(NewestFirst.safeParse({ after }).success).toBe(false)
})
