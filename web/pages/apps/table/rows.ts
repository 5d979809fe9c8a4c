import { type QueryClient, useQueries, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { callOf, keyOf } from '../../../api.ts'
import type { ReplyOf, RequestOf } from '../../../client.ts'
import type { Item } from './fields.ts'

export type ListRequest = RequestOf<'apps', 'listItems'>
type Listed = ReplyOf<'apps', 'listItems'>

const SIZE = 100
/** Whoever scrolls on finds the next rows already there. */
const AHEAD = 60
/** While the scrollbar is dragged, only where it rests is worth asking for. */
const REST = 60

const pageKey = (asked: ListRequest, page: number) => {
  const input = { ...asked.input, after: '', size: SIZE }
  return [...keyOf('apps', 'listItems').slice(0, 2), { ...asked, input, page }]
}

/**
 * Goes on where the page before ended, which costs the same on every page. Who jumps into the
 * middle has no page before, nor has who saw it change: they skip instead.
 */
function loadPage(queries: QueryClient, asked: ListRequest, page: number): Promise<Listed> {
  const before = queries.getQueryState<Listed>(pageKey(asked, page - 1))
  const after = before?.isInvalidated ? undefined : before?.data?.result.after
  const wanted =
    page === 0 ? { after: '' } : { total: false, ...(after ? { after } : { from: page * SIZE }) }
  return callOf('apps', 'listItems')({ ...asked, input: { ...asked.input, ...wanted, size: SIZE } })
}

/** Rows that are one list of their own: those of a group. */
export type RowsPart = { asked: ListRequest; start: number; count: number }
type PartPage = { part: RowsPart; page: number }

/**
 * Rows of a list of any length; only the pages that somebody looks at are asked for. A list in
 * groups has a part for each of them.
 */
export function useRows(asked: ListRequest, groups?: readonly RowsPart[]) {
  const queries = useQueryClient()
  const [range, setRange] = useState<Range>([0, 0])
  const settled = useSettled(range)
  const parts = useMemo(
    () => groups ?? [{ asked, start: 0, count: Number.POSITIVE_INFINITY }],
    [groups, asked],
  )
  const pages = useMemo(() => pagesOf(settled, parts), [settled, parts])
  const answers = useQueries({
    queries: pages.map(({ part, page }) => ({
      queryKey: pageKey(part.asked, page),
      queryFn: () => loadPage(queries, part.asked, page),
      staleTime: 60_000,
    })),
  })
  const [first] = answers
  const rowAt = (index: number): Item | undefined => {
    const part = parts.findLast(({ start }) => start <= index)
    if (!part) return undefined
    const at = index - part.start
    const page = Math.floor(at / SIZE)
    const known = pages.findIndex((each) => each.part === part && each.page === page)
    const answer = answers[known]?.data ?? queries.getQueryData<Listed>(pageKey(part.asked, page))
    return answer?.result.result[at % SIZE] as Item | undefined
  }
  return {
    total: groups
      ? groups.reduce((sum, { count }) => sum + count, 0)
      : (first?.data?.result.total ?? undefined),
    error: answers.find(({ error }) => error)?.error,
    refetch: () => answers.map((answer) => answer.refetch()),
    rowAt,
    show: setRange,
  }
}

type Range = [first: number, last: number]

/** The first page is always there: it knows how many there are. */
function pagesOf([first, last]: Range, parts: readonly RowsPart[]): PartPage[] {
  return parts.flatMap((part, at) => {
    const { start, count } = part
    const [from, to] = [
      Math.max(first - AHEAD / 2, start),
      Math.min(last + AHEAD, start + count - 1),
    ]
    const seen =
      from > to ? [] : range(Math.floor((from - start) / SIZE), Math.floor((to - start) / SIZE))
    const isOnly = at === 0 && count === Number.POSITIVE_INFINITY
    return [...new Set([...(isOnly ? [0] : []), ...seen])].map((page) => ({ part, page }))
  })
}

const range = (from: number, to: number): number[] =>
  Array.from({ length: to - from + 1 }, (_, at) => from + at)

function useSettled<T>(value: T): T {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), REST)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}
