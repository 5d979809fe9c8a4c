import type { InfiniteData } from '@tanstack/react-query'
import type { ReplyOf } from '../../../client.ts'

export type Pages = InfiniteData<ReplyOf<'apps', 'listItems'>>
type Page = Pages['pages'][number]
type Card = Page['result']['result'][number]

export const findCard = ({ pages }: Pages, id: string): Card | undefined =>
  pages.flatMap(({ result }) => result.result).find((card) => card.__id === id)

export const withoutCard = (column: Pages, id: string): Pages => ({
  ...column,
  pages: column.pages.map((page) =>
    withResult(
      page,
      page.result.result.filter((card) => card.__id !== id),
      -1,
    ),
  ),
})

/** At its position, or at the end where the page of that position is not loaded. */
export function withCard(column: Pages, card: Card, position: number): Pages {
  let start = 0
  let isPut = false
  const pages = column.pages.map((page, at) => {
    const { result } = page.result
    const isHere = !isPut && (position <= start + result.length || at === column.pages.length - 1)
    const cards = isHere ? result.toSpliced(position - start, 0, card) : result
    isPut ||= isHere
    start += result.length
    return withResult(page, cards, 1)
  })
  return { ...column, pages }
}

const withResult = (page: Page, result: Card[], by: number): Page => ({
  ...page,
  result: {
    ...page.result,
    result,
    total: page.result.total === null ? null : page.result.total + by,
  },
})
