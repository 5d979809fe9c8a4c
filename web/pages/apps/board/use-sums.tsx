import type { ReactNode } from 'react'
import { useApi } from '../../../api.ts'
import type { Field } from '../../../fields/field.ts'
import { FieldValue } from '../../../fields/registry.tsx'
import type { AppAddress } from '../item/app.ts'

export type Sums = ReadonlyMap<number, ReactNode>

/** The sum of a field for each status, by the number of the status. */
export function useSums(
  { namespace, code }: AppAddress,
  field: Field | undefined,
  filter: Record<string, unknown>,
): Sums | undefined {
  const { data } = useApi(
    'apps',
    'aggregate',
    {
      params: { namespace, code },
      input: {
        filter,
        values: [{ function: 'sum', field: field?.code ?? '' }],
        groupBy: [{ field: '__status' }],
      },
    },
    { enabled: field !== undefined, keep: true },
  )
  if (!field || !data) return undefined
  return new Map(
    data.groups.map(({ keys, values }) => [
      (keys[0] as { status: number } | null)?.status ?? 0,
      <FieldValue key="sum" field={field} value={values[0]} isShort />,
    ]),
  )
}
