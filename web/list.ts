import {
  type InfiniteData,
  keepPreviousData,
  type UseInfiniteQueryResult,
  useInfiniteQuery,
} from '@tanstack/react-query'
import { callOf, keyOf } from './api.ts'
import type { AreaName, OperationName, ReplyOf, RequestOf } from './client.ts'

/** What a request says about its page, beside everything else: `from`, `after`, `before` … */
type Page = Record<string, unknown>

type ListOptions<Reply, Row> = {
  rows: (reply: Reply) => Row[]
  /** The page behind the last one; undefined where nothing is left. */
  next: (last: Reply, all: Reply[]) => Page | undefined
  first?: Page
  /** Shows the last answer while another filter is on its way. */
  keep?: boolean
  /** Milliseconds after which it is asked again, for what no event tells of. */
  every?: number
  /** Milliseconds for which an answer needs no second look. */
  fresh?: number
}

type Listed<Reply, Row> = UseInfiniteQueryResult<InfiniteData<Reply, Page>> & { rows: Row[] }

/** Begins like the key of a single answer, so that events find it, and is never taken for one. */
export const listKey = <A extends AreaName, O extends OperationName<A>>(
  area: A,
  name: O,
  request: RequestOf<A, O>,
) => [area, name, { ...keyOf(area, name, request)[2], as: 'list' }] as const

/** Reads a list through an operation, page by page. */
export function useList<A extends AreaName, O extends OperationName<A>, Row>(
  area: A,
  name: O,
  request: RequestOf<A, O>,
  { rows, next, first = {}, keep, every, fresh }: ListOptions<ReplyOf<A, O>, Row>,
): Listed<ReplyOf<A, O>, Row> {
  const { input = {} } = request as { input?: Page }
  const query = useInfiniteQuery({
    queryKey: listKey(area, name, request),
    queryFn: ({ pageParam }) =>
      callOf(area, name)({ ...request, input: { ...input, ...pageParam } }),
    initialPageParam: first,
    getNextPageParam: next,
    ...(keep && { placeholderData: keepPreviousData }),
    ...(every !== undefined && { refetchInterval: every }),
    ...(fresh !== undefined && { staleTime: fresh }),
  }) as UseInfiniteQueryResult<InfiniteData<ReplyOf<A, O>, Page>>
  return { ...query, rows: query.data?.pages.flatMap(rows) ?? [] }
}
