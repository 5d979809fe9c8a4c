import { expect, test } from 'vitest'
import { z } from 'zod'
import { areas } from '../src/client/areas.ts'
import { limitsOf } from './limits.ts'

test('a form knows the limits that an operation declares', () => {
  expect(limitsOf(areas.tasks.create)).toMatchObject({
    name: { required: true, minLength: 1, maxLength: 500 },
    description: { maxLength: 20_000 },
    performer: { required: true, minLength: 1 },
    priority: { min: -1, max: 1 },
  })
  expect(limitsOf(areas.access.createUser)).toMatchObject({
    password: { minLength: 10, maxLength: 1024 },
  })
})

const of = (schema: z.ZodType) => limitsOf({ input: z.object({ it: schema }) }).it

test.each<[what: string, schema: z.ZodType, limits: object | undefined]>([
  ['a text that may be empty', z.string().max(9), { maxLength: 9 }],
  ['a text that may be left out', z.string().min(1).optional(), { minLength: 1 }],
  ['a text that may be null', z.string().min(2).max(9).nullable(), { minLength: 2, maxLength: 9 }],
  ['an address', z.email(), { required: true, minLength: 1 }],
  ['an address or nothing', z.email().max(9).or(z.literal('')), undefined],
  ['a whole number without limits', z.int(), undefined],
  ['a number that may be null', z.int().min(1).nullable(), { min: 1 }],
  ['a choice', z.enum(['a', 'b']), undefined],
  ['a list', z.array(z.string()).min(1), undefined],
])('%s', (_, schema, limits) => {
  expect(of(schema)).toEqual(limits)
})
