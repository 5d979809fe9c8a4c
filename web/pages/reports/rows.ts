import type { RequestOf } from '../../client.ts'

type Input = NonNullable<RequestOf<'reports', 'listRows'>['input']>

/** Which rows, in which order; how many is for who shows them. */
export type RowsInput = Pick<Input, 'parameters' | 'sortExpressions' | 'where'>
export type Sort = { column: string; ascend: boolean }

export const toRowsInput = (
  parameters: Record<string, unknown>,
  sort: Sort | undefined,
  where: Record<string, unknown> = {},
): RowsInput => ({
  parameters,
  ...(Object.keys(where).length > 0 && { where }),
  ...(sort && { sortExpressions: [sort] }),
})

/** Up, down, and back to the order of the report. */
export function nextSort(sort: Sort | undefined, column: string): Sort | undefined {
  if (sort?.column !== column) return { column, ascend: true }
  return sort.ascend ? { column, ascend: false } : undefined
}
