import { z } from 'zod'
import { operation } from '../../api/operation.ts'
import { DateTime } from '../../api/schemas.ts'
import { ListRequest, MOST_ROWS, Size } from '../../lists/request.ts'

export const WORKSPACE = 'namespaces/{namespace}'

/** Clients never page these lists, but may. */
const Paging = ListRequest.pick({ from: true, active: true }).extend({
  size: Size.nullish()
    .transform((size) => size ?? MOST_ROWS)
    .describe(`how many to answer, at most ${MOST_ROWS}; absent = that many`),
})

export const audit = {
  __createdAt: DateTime,
  __createdBy: z.string(),
  __updatedAt: DateTime,
  __updatedBy: z.string(),
  __deletedAt: DateTime.nullable(),
}

export const FieldView = z
  .object({
    code: z.string(),
    type: z.string(),
    array: z.boolean(),
    single: z.boolean(),
    required: z.boolean(),
    indexed: z.boolean(),
    searchable: z.boolean(),
    deleted: z.boolean(),
    calcByFormula: z.boolean(),
    formula: z.string(),
    defaultValue: z.unknown(),
    data: z.record(z.string(), z.unknown()),
    view: z.object({ name: z.string(), tooltip: z.string() }),
    readonly: z.literal(true).optional().describe('the caller may read it, but not change it'),
  })
  .meta({ id: 'FieldView' })
export type FieldView = z.infer<typeof FieldView>

const Rows = <Row extends z.ZodType>(row: Row) =>
  z.object({ result: z.object({ result: z.array(row), total: z.int() }) })

export const list = <Row extends z.ZodType, Params extends z.ZodObject>(
  path: string,
  summary: string,
  { row, params }: { row: Row; params: Params },
) =>
  operation({
    method: 'GET',
    path: `/pub/v1/scheme/${path}`,
    summary,
    params,
    input: Paging,
    output: Rows(row),
  })

export const one = <Output extends z.ZodObject, Params extends z.ZodObject>(
  path: string,
  summary: string,
  { output, params }: { output: Output; params: Params },
) => operation({ method: 'GET', path: `/pub/v1/scheme/${path}`, summary, params, output })

/** A short list that is never paged. */
export const listAll = <Row extends z.ZodType, Params extends z.ZodObject>(
  path: string,
  summary: string,
  { row, params }: { row: Row; params: Params },
) => one(path, summary, { output: Rows(row), params })
