import { notifications } from '@mantine/notifications'
import { useQueryClient } from '@tanstack/react-query'
import { callOf } from '../../../api.ts'
import type { ListAsked } from '../table/rows.ts'
import { columnKey, type Pages } from './use-column.ts'

type Move = { id: string; from: string; to: string; place: number }

/** Sets the status of a card. It moves at once, and back again if the server refuses. */
export function useMove(asked: ListAsked) {
  const queries = useQueryClient()
  return async (
    { id, from, to, place }: Move,
    /** Whether somebody sees to what went wrong. */
    isSeenTo: (error: unknown) => boolean,
  ): Promise<void> => {
    const keys = [columnKey(asked, from), columnKey(asked, to)] as const
    await Promise.all(keys.map((queryKey) => queries.cancelQueries({ queryKey })))
    const before = keys.map((key) => queries.getQueryData<Pages>(key))
    const [source, target] = before
    const card = source?.pages
      .flatMap(({ result }) => result.result)
      .find((item) => item.__id === id)
    if (!source || !card) return
    queries.setQueryData(keys[0], without(source, id))
    if (target) queries.setQueryData(keys[1], withCard(target, card, place))
    try {
      await callOf(
        'apps',
        'setStatus',
      )({
        params: { ...asked.params, id },
        input: { status: to },
      })
    } catch (error) {
      for (const [at, key] of keys.entries()) queries.setQueryData(key, before[at])
      const message = error instanceof Error ? error.message : String(error)
      if (!isSeenTo(error)) notifications.show({ color: 'red', message })
    }
    await queries.invalidateQueries({ queryKey: ['apps'] })
  }
}

type Page = Pages['pages'][number]

const withResult = (page: Page, result: Page['result']['result'], by: number): Page => ({
  ...page,
  result: {
    ...page.result,
    result,
    total: page.result.total === null ? null : page.result.total + by,
  },
})

const without = (data: Pages, id: string): Pages => ({
  ...data,
  pages: data.pages.map((page) =>
    withResult(
      page,
      page.result.result.filter((item) => item.__id !== id),
      -1,
    ),
  ),
})

/** Where it was let go, as far as the page that holds the place is there. */
function withCard(data: Pages, card: Page['result']['result'][number], place: number): Pages {
  let start = 0
  let isPut = false
  const pages = data.pages.map((page, at) => {
    const { result } = page.result
    const isHere = !isPut && (place <= start + result.length || at === data.pages.length - 1)
    const items = isHere ? result.toSpliced(place - start, 0, card) : result
    isPut ||= isHere
    start += result.length
    return withResult(page, items, 1)
  })
  return { ...data, pages }
}
