import { type InfiniteData, useInfiniteQuery } from '@tanstack/react-query'
import { callOf, keyOf } from '../../../api.ts'
import type { ReplyOf } from '../../../client.ts'
import type { Item } from '../table/fields.ts'
import type { ListAsked } from '../table/rows.ts'

type Listed = ReplyOf<'apps', 'listItems'>
export type Pages = InfiniteData<Listed, string>

const SIZE = 30

const askedOf = (asked: ListAsked, status: string): ListAsked => ({
  ...asked,
  input: { ...asked.input, statusCode: [status], size: SIZE },
})

/** Begins like every other answer about the app, so that events find it. */
export const columnKey = (asked: ListAsked, status: string) => {
  const [area, name, request] = keyOf('apps', 'listItems', askedOf(asked, status))
  return [area, name, { ...request, as: 'column' }] as const
}

/** The items of one status, page by page. */
export function useColumn(asked: ListAsked, status: string) {
  const request = askedOf(asked, status)
  const query = useInfiniteQuery({
    queryKey: columnKey(asked, status),
    queryFn: ({ pageParam }) =>
      callOf(
        'apps',
        'listItems',
      )({
        ...request,
        input: { ...request.input, after: pageParam, total: pageParam === '' },
      }),
    initialPageParam: '',
    getNextPageParam: ({ result }) => result.after ?? undefined,
    staleTime: 60_000,
  })
  const pages = query.data?.pages ?? []
  return {
    ...query,
    items: pages.flatMap(({ result }) => result.result as Item[]),
    total: pages[0]?.result.total ?? undefined,
  }
}
