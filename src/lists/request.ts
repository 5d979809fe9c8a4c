import { z } from 'zod'
import { Id } from '../api/schemas.ts'
import { expecting } from '../fields/checks.ts'

export const MOST_ROWS = 10_000
const MOST_IDS = 100_000
const MOST_SORTS = 32

/** Some programs send null for what they do not want. */
const optional = <S extends z.ZodType, Default>(schema: S, absent: Default) =>
  schema.nullish().transform((value) => value ?? absent)

/** Some programs send `[]` where they mean `{}`. */
const object = optional(
  z.union(
    [z.record(z.string(), z.unknown()), z.tuple([]).transform(() => ({}))],
    expecting('an object'),
  ),
  {},
)

/** `-1` is "all"; nobody gets more than the limit, and 0 asks for the total alone. */
const Size = z
  .int()
  .min(-1)
  .transform((size) => (size === -1 ? MOST_ROWS : Math.min(size, MOST_ROWS)))

const Sort = z.object({
  field: z.string().min(1).max(200),
  ascending: optional(z.boolean(), false),
})

/** An empty list restricts nothing, as if it were absent. */
const restriction = <S extends z.ZodType>(element: S, what: string) =>
  optional(
    z
      .array(element)
      .max(MOST_IDS, `at most ${MOST_IDS} ${what}`)
      .transform((list) => (list.length === 0 ? undefined : list)),
    undefined,
  )

/** What every list takes. Unknown keys are ignored, as the contract wants. */
export const ListRequest = z
  .object({
    active: optional(z.boolean(), false).describe('true = without deleted ones'),
    fields: object.describe('which fields to answer: {"*": true, "a": false}; {} = all'),
    filter: object.describe(
      '{"tf": {…}}, {"eq": […]} and its like, {"and": […]}, {"or": […]}, {"not": {…}}',
    ),
    from: optional(z.int().min(0), 0).describe('how many to skip'),
    size: optional(Size, 10).describe(
      `how many to answer, at most ${MOST_ROWS}; -1 = that many, 0 = only the total`,
    ),
    ids: restriction(Id, 'ids').describe('only these'),
    sortExpressions: optional(z.array(Sort).max(MOST_SORTS), []).describe(
      'applied in this order; descending where `ascending` is absent',
    ),
    statusCode: restriction(z.string(), 'codes').describe('only items in these statuses'),
    statusGroupId: optional(Id, undefined).describe('only items in a status of this group'),
  })
  .meta({ id: 'ListRequest' })
export type ListRequest = z.output<typeof ListRequest>
