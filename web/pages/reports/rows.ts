import type { RequestOf } from '../../client.ts'

type Input = NonNullable<RequestOf<'reports', 'listRows'>['input']>

/** Which rows, in which order; how many is for who shows them. */
export type Wanted = Pick<Input, 'parameters' | 'sortExpressions'>
export type Sort = { column: string; ascend: boolean }

export const toWanted = (parameters: Record<string, unknown>, sort: Sort | undefined): Wanted => ({
  parameters,
  ...(sort && { sortExpressions: [sort] }),
})
