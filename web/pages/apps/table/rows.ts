import { type QueryClient, useQueries, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { callOf, keyOf } from '../../../api.ts'
import type { ReplyOf, RequestOf } from '../../../client.ts'
import type { Item } from './fields.ts'

export type ListAsked = RequestOf<'apps', 'listItems'>
type Listed = ReplyOf<'apps', 'listItems'>

const SIZE = 100
/** Whoever scrolls on finds the next rows already there. */
const AHEAD = 60
/** While the scrollbar is dragged, only where it rests is worth asking for. */
const REST = 60

const pageKey = (asked: ListAsked, page: number) => {
  const input = { ...asked.input, after: '', size: SIZE }
  return [...keyOf('apps', 'listItems').slice(0, 2), { ...asked, input, page }]
}

/**
 * Goes on where the page before ended, which costs the same on every page. Who jumps into the
 * middle has no page before, nor has who saw it change: they skip instead.
 */
function loadPage(queries: QueryClient, asked: ListAsked, page: number): Promise<Listed> {
  const before = queries.getQueryState<Listed>(pageKey(asked, page - 1))
  const after = before?.isInvalidated ? undefined : before?.data?.result.after
  const wanted =
    page === 0 ? { after: '' } : { total: false, ...(after ? { after } : { from: page * SIZE }) }
  return callOf('apps', 'listItems')({ ...asked, input: { ...asked.input, ...wanted, size: SIZE } })
}

/** Rows of a list of any length; only the pages that somebody looks at are asked for. */
export function useRows(asked: ListAsked) {
  const queries = useQueryClient()
  const [range, setRange] = useState<[first: number, last: number]>([0, 0])
  const settled = useSettled(range)
  const pages = useMemo(() => pagesOf(settled), [settled])
  const answers = useQueries({
    queries: pages.map((page) => ({
      queryKey: pageKey(asked, page),
      queryFn: () => loadPage(queries, asked, page),
      staleTime: 60_000,
    })),
  })
  const [first] = answers
  const rowAt = (index: number): Item | undefined => {
    const page = Math.floor(index / SIZE)
    const answer =
      answers[pages.indexOf(page)]?.data ?? queries.getQueryData<Listed>(pageKey(asked, page))
    return answer?.result.result[index % SIZE] as Item | undefined
  }
  return {
    total: first?.data?.result.total ?? undefined,
    error: answers.find(({ error }) => error)?.error,
    refetch: () => answers.map((answer) => answer.refetch()),
    rowAt,
    show: setRange,
  }
}

/** The first page is always there: it knows how many there are. */
function pagesOf([first, last]: [number, number]): number[] {
  const from = Math.floor(Math.max(0, first - AHEAD / 2) / SIZE)
  const to = Math.floor((last + AHEAD) / SIZE)
  const seen = Array.from({ length: to - from + 1 }, (_, at) => from + at)
  return [...new Set([0, ...seen])]
}

function useSettled<T>(value: T): T {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), REST)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}
