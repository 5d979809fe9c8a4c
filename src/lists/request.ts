import { z } from 'zod'
import { Id } from '../api/schemas.ts'
import { expecting } from '../fields/checks.ts'

export const MOST_ROWS = 10_000
const MOST_IDS = 10_000
const MOST_SORTS = 32
const LONGEST_CURSOR = 100_000

/** Some programs send null for absent keys. */
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

/** `-1` is "all", up to the limit; 0 returns only the total. */
export const Size = z
  .int()
  .min(-1)
  .transform((size) => (size === -1 ? MOST_ROWS : Math.min(size, MOST_ROWS)))

const Sort = z.object({
  field: z.string().min(1).max(200),
  ascending: optional(z.boolean(), false),
  nulls: optional(z.enum(['first', 'last']), undefined).describe(
    'where rows without a value come: last if absent, in both directions',
  ),
})

const several = <S extends z.ZodType>(element: S, what: string) =>
  z.array(element).max(MOST_IDS, `at most ${MOST_IDS} ${what}`)

const Codes = several(z.string(), 'codes').transform((codes) =>
  codes.length === 0 ? undefined : codes,
)

/** The request of every list. Unknown keys are ignored, as the contract requires. */
export const ListRequest = z
  .object({
    active: optional(z.boolean(), false).describe('true = without deleted ones'),
    fields: object.describe('which fields to answer: {"*": true, "a": false}; {} = all'),
    filter: object.describe(
      '{"tf": {…}}, {"eq": […]} and its like, {"eql": {"query": "…"}}, {"and": […]}, {"or": […]}, {"not": {…}}',
    ),
    from: optional(z.int().min(0), 0).describe('how many to skip'),
    size: optional(Size, 10).describe(
      `how many to answer, at most ${MOST_ROWS}; -1 = that many, 0 = only the total`,
    ),
    ids: optional(several(Id, 'ids'), undefined).describe('only these; [] = none'),
    sortExpressions: optional(z.array(Sort).max(MOST_SORTS), []).describe(
      'applied in this order; descending where `ascending` is absent',
    ),
    statusCode: optional(Codes, undefined).describe('only items in these statuses; [] = in any'),
    statusGroupId: optional(Id, undefined).describe('only items in a status of this group'),
    total: optional(z.boolean(), true).describe('false = do not count, `total` is null then'),
    after: optional(z.string().max(LONGEST_CURSOR), undefined).describe(
      'instead of `from`: "" for the first page, then what the last answer had as `after`',
    ),
  })
  .meta({ id: 'ListRequest' })
export type ListRequest = z.output<typeof ListRequest>

/** The response of every list. */
export const Listed = <Row extends z.ZodType>(row: Row) =>
  z.object({
    result: z.object({
      result: z.array(row),
      total: z.int().nullable().describe('how many there are; null where `total` was false'),
      after: z
        .string()
        .nullable()
        .optional()
        .describe('where `after` was sent: what to send for the next page, null at the end'),
    }),
  })
