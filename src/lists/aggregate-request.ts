import { z } from 'zod'
import { FUNCTIONS, PERIODS } from '../fields/computed.ts'
import { ListRequest } from './request.ts'

const MOST_GROUPINGS = 3
const MOST_VALUES = 10
const MOST_GROUPS = 1000

const Code = z.string().min(1).max(200)
const Period = z.enum(PERIODS)

const Grouping = z.object({
  field: Code,
  by: Period.optional().describe('the period that a time falls into, in UTC; only for DATETIME'),
})
export type Grouping = z.output<typeof Grouping>

const Computed = z.object({
  function: z.enum(FUNCTIONS),
  field: Code.optional().describe('absent = the items are counted'),
})
export type Computed = z.output<typeof Computed>

/** What is computed of a list: grouped, and compared with the period before. */
export const AggregateRequest = ListRequest.pick({
  filter: true,
  statusCode: true,
  statusGroupId: true,
})
  .extend({
    groupBy: z.array(Grouping).max(MOST_GROUPINGS).default([]).describe('[] = all as one group'),
    values: z
      .array(Computed)
      .min(1)
      .max(MOST_VALUES)
      .default([{ function: 'count' }]),
    trend: z
      .object({ field: Code, over: Period })
      .optional()
      .describe(
        'only items of the last day, week, … up to now, and `previous`: those of the one before',
      ),
    order: z
      .enum(['key', 'value'])
      .default('key')
      .describe('by what is grouped by, or the largest first value first'),
    size: z.int().min(1).max(MOST_GROUPS).default(100).describe('how many groups to answer'),
  })
  .meta({ id: 'AggregateRequest' })
export type AggregateRequest = z.output<typeof AggregateRequest>

export const Aggregated = z.object({
  groups: z.array(
    z.object({
      keys: z
        .array(z.unknown())
        .describe('one per `groupBy`, as items have it; a period is its first day'),
      values: z
        .array(z.unknown())
        .describe('one per `values`, as items have it; amounts in several currencies have no sum'),
      previous: z.array(z.unknown()).optional().describe('with `trend`: of the period before'),
    }),
  ),
  total: z.int().describe('how many groups there are'),
})
export type Aggregated = z.output<typeof Aggregated>
