import type { ReactNode } from 'react'
import { useApi } from '../../../api.ts'
import type { RequestOf } from '../../../client.ts'
import type { Field } from '../../../fields/field.ts'
import { FieldValue } from '../../../fields/registry.tsx'
import { filterOfValue, orderOf, wordOf } from '../groups.ts'
import type { ListRequest } from '../table/rows.ts'
import type { Lane } from './columns.tsx'

/** Of all items of a column or a row, whether they are loaded or not. */
export type Numbers = { count: number; sum: ReactNode }

export type BoardNumbers = {
  isKnown: boolean
  ofColumn: (word: string) => Numbers
  /** In the order in which they are shown. */
  lanes: (Lane & { numbers: Numbers })[]
  isInCell: (lane: string, column: string) => boolean
}

type Counted = {
  /** The field that makes the columns. */
  by: Field | undefined
  lanes: Field | undefined
  sumOf: Field | undefined
}

const MOST_LANES = 50
const MOST_CELLS = 1000

/** What the server counts and adds up for each column and row of a board. */
export function useNumbers(asked: ListRequest, { by, lanes, sumOf }: Counted): BoardNumbers {
  const { filter, statusCode } = asked.input ?? {}
  const shared: RequestOf<'apps', 'aggregate'>['input'] = {
    filter: filter ?? {},
    ...(statusCode && { statusCode }),
    values: [
      { function: 'count' },
      ...(sumOf ? [{ function: 'sum' as const, field: sumOf.code }] : []),
    ],
  }
  const { params } = asked
  const order = lanes && orderOf(lanes)
  const byColumn = useGroups({ params, input: shared }, [by])
  const byLane = useGroups({ params, input: { ...shared, order, size: MOST_LANES } }, [lanes])
  const byCell = useGroups({ params, input: shared }, [lanes, lanes && by])
  const numbersOf = ([count, sum]: unknown[]): Numbers => ({
    count: Number(count),
    sum: sumOf && sum !== null ? <FieldValue field={sumOf} value={sum} isShort /> : null,
  })
  const columns = new Map(
    byColumn?.groups.map(({ keys, values }) => [wordOf(keys[0]), numbersOf(values)]),
  )
  const cells = new Set(byCell?.groups.map(({ keys }) => keys.map(wordOf).join(' ')))
  return {
    isKnown: byColumn !== undefined && (lanes === undefined || byLane !== undefined),
    ofColumn: (word) => columns.get(word) ?? { count: 0, sum: null },
    lanes: lanes
      ? (byLane?.groups ?? []).map(({ keys: [value], values }) => ({
          word: wordOf(value),
          value,
          filter: filterOfValue(lanes, value),
          numbers: numbersOf(values),
        }))
      : [],
    isInCell: (lane, column) => byCell === undefined || cells.has(`${lane} ${column}`),
  }
}

/** Nothing is asked as long as one of the fields is not there. */
const useGroups = (
  { params, input }: RequestOf<'apps', 'aggregate'>,
  fields: (Field | undefined)[],
) =>
  useApi(
    'apps',
    'aggregate',
    {
      params,
      input: {
        size: MOST_CELLS,
        ...input,
        groupBy: fields.map((field) => ({ field: field?.code ?? '' })),
      },
    },
    { enabled: fields.every((field) => field !== undefined), keep: true },
  ).data
