import { z } from 'zod'
import { Id } from '../api/schemas.ts'

export const MOST_ROWS = 10_000
const MOST_IDS = 100_000
const MOST_SORTS = 32

/** Some programs send null for what they do not want, and `[]` where they mean `{}`. */
const optional = <S extends z.ZodType>(schema: S) =>
  z.preprocess((value) => value ?? undefined, schema.optional())
const object = z.preprocess(
  (value) => (Array.isArray(value) && value.length === 0 ? {} : value),
  z.record(z.string(), z.unknown()),
)

/** `-1` is "all"; nobody gets more than the limit, and 0 asks for the total alone. */
const Size = z
  .int()
  .min(-1)
  .transform((size) => (size === -1 ? MOST_ROWS : Math.min(size, MOST_ROWS)))

const Sort = z.object({
  field: z.string().min(1).max(200),
  ascending: optional(z.boolean()).transform((ascending) => ascending ?? false),
})

/** An empty list of ids or codes restricts nothing, as if it were absent. */
const restriction = <S extends z.ZodType>(element: S, what: string) =>
  optional(
    z
      .array(element)
      .max(MOST_IDS, `at most ${MOST_IDS} ${what}`)
      .transform((list) => (list.length === 0 ? undefined : list)),
  )

/** What every list takes. Unknown keys are ignored, as the contract wants. */
export const ListRequest = z
  .object({
    active: optional(z.boolean())
      .transform((active) => active ?? false)
      .describe('true = without deleted ones'),
    fields: optional(object)
      .transform((fields) => fields ?? {})
      .describe('which fields to answer: {"*": true, "a": false}; {} = all'),
    filter: optional(object)
      .transform((filter) => filter ?? {})
      .describe('{"tf": {…}}, {"eq": […]} and its like, {"and": […]}, {"or": […]}, {"not": {…}}'),
    from: optional(z.int().min(0))
      .transform((from) => from ?? 0)
      .describe('how many to skip'),
    size: optional(Size)
      .transform((size) => size ?? 10)
      .describe(`how many to answer, at most ${MOST_ROWS}; -1 = that many, 0 = only the total`),
    ids: restriction(Id, 'ids').describe('only these'),
    sortExpressions: optional(z.array(Sort).max(MOST_SORTS))
      .transform((sorts) => sorts ?? [])
      .describe('applied in this order; without `ascending` descending'),
    statusCode: restriction(z.string(), 'codes').describe('only items in these statuses'),
    statusGroupId: optional(Id).describe('only items in a status of this group'),
  })
  .meta({ id: 'ListRequest' })
export type ListRequest = z.output<typeof ListRequest>
