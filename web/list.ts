import {
  type InfiniteData,
  keepPreviousData,
  type UseInfiniteQueryResult,
  useInfiniteQuery,
} from '@tanstack/react-query'
import { callOf, keyOf } from './api.ts'
import type { AreaName, OperationName, ReplyOf, RequestOf } from './client.ts'

type Input = Record<string, unknown>

type ListOptions<Reply, Row> = {
  rows: (reply: Reply) => Row[]
  /** How pages are asked for: `from` is for lists of the contract that know no `after`. */
  by?: 'after' | 'from'
  /** What only the pages behind the first one ask for. */
  later?: Input
  enabled?: boolean
  /** Shows the last answer while another filter is on its way. */
  keep?: boolean
  /** Milliseconds after which it is asked again, for what no event tells of. */
  every?: number
  /** Milliseconds for which an answer needs no second look. */
  fresh?: number
}

type Listed<Reply, Row> = UseInfiniteQueryResult<InfiniteData<Reply, Input>> & {
  rows: Row[]
  /** Of all pages, where the server counts them. */
  total: number | undefined
}

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
  options: ListOptions<ReplyOf<A, O>, Row>,
): Listed<ReplyOf<A, O>, Row> {
  const { rows, by = 'after', later = {}, enabled = true, keep, every, fresh } = options
  const { input = {} } = request as { input?: Input }
  const nextFrom = (last: ReplyOf<A, O>, all: ReplyOf<A, O>[]): Input | undefined => {
    const seen = all.flatMap(rows).length
    const isLast = rows(last).length < Number(input.size) || seen === totalOf(last)
    return isLast ? undefined : { ...later, from: seen }
  }
  const nextAfter = (last: ReplyOf<A, O>): Input | undefined => {
    const { after } = pageOf(last)
    return after ? { ...later, after } : undefined
  }
  const query = useInfiniteQuery({
    queryKey: listKey(area, name, request),
    queryFn: ({ pageParam }) =>
      callOf(area, name)({ ...request, input: { ...input, ...pageParam } }),
    initialPageParam: by === 'after' ? { after: '' } : {},
    getNextPageParam: by === 'after' ? nextAfter : nextFrom,
    enabled,
    ...(keep && { placeholderData: keepPreviousData }),
    ...(every !== undefined && { refetchInterval: every }),
    ...(fresh !== undefined && { staleTime: fresh }),
  }) as UseInfiniteQueryResult<InfiniteData<ReplyOf<A, O>, Input>>
  const pages = query.data?.pages ?? []
  return { ...query, rows: pages.flatMap(rows), total: totalOf(pages[0]) }
}

type PageOfList = { after?: string | null; total?: number | null }

/** Lists of the contract have it inside `result`. */
function pageOf(reply: unknown): PageOfList {
  const page = reply as (PageOfList & { result?: PageOfList }) | undefined
  return page?.result ?? page ?? {}
}

const totalOf = (reply: unknown): number | undefined => pageOf(reply).total ?? undefined
