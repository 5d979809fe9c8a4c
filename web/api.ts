import {
  keepPreviousData,
  type QueryClient,
  type UseMutationResult,
  type UseQueryResult,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import {
  type AreaName,
  client,
  type OperationName,
  type ReplyOf,
  type RequestOf,
} from './client.ts'
import { type KindName, staleKeys } from './kinds.ts'

type Options<Reply> = {
  enabled?: boolean
  /** Shows the last answer while another page or filter is on its way. */
  keep?: boolean
  /** Milliseconds after which it is asked again, for what no event tells of. */
  every?: number
  /** Milliseconds for which an answer needs no second look. */
  fresh?: number
  initialData?: Reply
}

/** One question to the server, under the name it has in the client. */
export const callOf =
  <A extends AreaName, O extends OperationName<A>>(area: A, name: O) =>
  (request: RequestOf<A, O>): Promise<ReplyOf<A, O>> => {
    const call = client[area][name] as (request: unknown) => Promise<ReplyOf<A, O>>
    return call(request)
  }

/** `[area, operation, request]`: what an event makes stale is found by these. */
export const keyOf = <A extends AreaName, O extends OperationName<A>>(
  area: A,
  name: O,
  request?: RequestOf<A, O>,
) => [area, name, request ?? {}] as const

/** A question that takes no answer but for the cache, where `useApi` will find it. */
export const asking = <A extends AreaName, O extends OperationName<A>>(area: A, name: O) => ({
  queryKey: keyOf(area, name, {} as RequestOf<A, O>),
  queryFn: () => callOf(area, name)({} as RequestOf<A, O>),
  retry: false,
})

/** Reads through an operation; the answer is shared by all who ask the same. */
export function useApi<A extends AreaName, O extends OperationName<A>>(
  area: A,
  name: O,
  request: RequestOf<A, O>,
  { enabled = true, keep, every, fresh }: Options<ReplyOf<A, O>> = {},
): UseQueryResult<ReplyOf<A, O>> {
  return useQuery({
    queryKey: keyOf(area, name, request),
    queryFn: () => callOf(area, name)(request),
    enabled,
    ...(keep && { placeholderData: keepPreviousData }),
    ...(every !== undefined && { refetchInterval: every }),
    ...(fresh !== undefined && { staleTime: fresh }),
  }) as UseQueryResult<ReplyOf<A, O>>
}

type ChangeOptions<Req, Reply> = {
  /** The kinds of objects that it changes: what shows them is stale, besides the area that was called. */
  changes?: readonly KindName[]
  /** Takes away what its `params` name: a page that still shows it must not ask for it again. */
  takesAway?: boolean
  onDone?: (reply: Reply, request: Req) => void
  /** For whoever shows what went wrong beside where it went wrong. */
  onFail?: (error: Error, request: Req) => void
}

/** Writes through an operation. Failures are shown by whoever asked, or else as a notice. */
export function useChange<A extends AreaName, O extends OperationName<A>>(
  area: A,
  name: O,
  {
    changes = [],
    takesAway = false,
    onDone,
    onFail,
  }: ChangeOptions<RequestOf<A, O>, ReplyOf<A, O>> = {},
): UseMutationResult<ReplyOf<A, O>, Error, RequestOf<A, O>> {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (request: RequestOf<A, O>) => callOf(area, name)(request),
    onSuccess: (reply, request) => onDone?.(reply, request),
    ...(onFail && { onError: onFail }),
    onSettled: (_, error, request) => {
      const gone = takesAway && !error ? paramsOf(request) : undefined
      const predicate = ({ queryKey }: { queryKey: readonly unknown[] }) =>
        gone === undefined || paramsOf(queryKey[2]) !== gone
      return Promise.all(
        [[area], ...staleKeys(changes)].map((queryKey) =>
          queries.invalidateQueries({ queryKey, predicate }),
        ),
      )
    },
  })
}

/** Asks again for everything that shows objects of these kinds. */
export const refresh = (queries: QueryClient, changed: readonly KindName[]): Promise<unknown> =>
  Promise.all(staleKeys(changed).map((queryKey) => queries.invalidateQueries({ queryKey })))

const paramsOf = (request: unknown): string | undefined =>
  JSON.stringify((request as { params?: unknown } | undefined)?.params)
