import { useQuery } from '@tanstack/react-query'
import { callOf } from '../../../api.ts'
import { commonTo } from './common.ts'
import type { App } from './fields.ts'

/** Beyond so many items the server is left to say which of them refuse. */
const MOST = 50

/** The fields that the reader can change in none of these items; undefined until it is known. */
export function useLockedForAll(
  { namespace, code }: App,
  ids: readonly string[],
): readonly string[] | undefined {
  const { data, isError } = useQuery({
    queryKey: ['apps', 'lockedForAll', { params: { namespace, code }, ids }],
    queryFn: () =>
      ids.length > MOST ? [] : commonTo(ids, (id) => listLocked({ namespace, code, id })),
  })
  return isError ? [] : data
}

/** An app without locks has none in any item: the first one tells. */
async function listLocked(params: { namespace: string; code: string; id: string }) {
  const { locked = [] } = await callOf('apps', 'getItem')({ params })
  return locked.map(({ field }) => field)
}
