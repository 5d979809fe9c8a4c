import { z } from 'zod'
import { operation } from '../../api/operation.ts'
import { expecting } from '../../fields/checks.ts'

const MOST_ROWS = 10_000
const MOST_SORTS = 32

const absent = <S extends z.ZodType, Value>(schema: S, value: Value) =>
  schema.nullish().transform((given) => given ?? value)

/** Some programs send `[]` where they mean `{}`. */
const object = absent(
  z.union(
    [z.record(z.string(), z.unknown()), z.tuple([]).transform((): Record<string, unknown> => ({}))],
    expecting('an object'),
  ),
  {} as Record<string, unknown>,
)

/** Other lists call these `field` and `ascending`; both forms are accepted. */
const Sort = z
  .object({
    column: z.string().max(200).optional(),
    ascend: z.boolean().nullish().describe('descending where absent'),
    field: z.string().max(200).optional().describe('the same as `column`'),
    ascending: z.boolean().nullish().describe('the same as `ascend`'),
    nulls: z.enum(['first', 'last']).nullish().describe('rows without a value: last if absent'),
  })
  .transform(({ column, ascend, field, ascending, nulls }, context) => {
    const code = column ?? field
    if (code === undefined) context.addIssue({ code: 'custom', message: 'expected a "column"' })
    return { column: code ?? '', ascend: ascend ?? ascending ?? false, ...(nulls && { nulls }) }
  })

export const ReportRequest = z
  .object({
    filter: object.describe('{"tf": {"<column>": condition}}, nothing else'),
    where: object.describe(
      'an extension: any filter of lists over the columns, EQL included; holds besides `filter`',
    ),
    from: absent(z.int().min(0), 0).describe('how many to skip'),
    size: absent(
      z
        .int()
        .min(0)
        .transform((size) => Math.min(size, MOST_ROWS)),
      10,
    ).describe(`how many to answer, at most ${MOST_ROWS}; 0 = only the total`),
    sortExpressions: absent(z.array(Sort).max(MOST_SORTS), []).describe(
      "applied in this order; absent = the report's own order",
    ),
    parameters: object.describe('values of the parameters of the report'),
  })
  .meta({ id: 'ReportRequest' })
export type ReportRequest = z.output<typeof ReportRequest>

export const rows = {
  listRows: operation({
    method: ['GET', 'POST'],
    path: '/pub/v1/reports/{namespace}/{code}/list',
    summary: 'List report items',
    description: 'The rows of a report, made of what the caller may read.',
    params: z.object({ namespace: z.string(), code: z.string() }),
    input: ReportRequest,
    output: z.object({
      result: z.object({ result: z.array(z.record(z.string(), z.unknown())), total: z.int() }),
    }),
  }),
}
