import { listKey, useList } from '../../../list.ts'
import type { Item } from '../table/fields.ts'
import type { ListAsked } from '../table/rows.ts'

const SIZE = 30

const askedOf = (asked: ListAsked, status: string): ListAsked => ({
  ...asked,
  input: { ...asked.input, statusCode: [status], size: SIZE },
})

export const columnKey = (asked: ListAsked, status: string) =>
  listKey('apps', 'listItems', askedOf(asked, status))

/** The items of one status, page by page. */
export function useColumn(asked: ListAsked, status: string) {
  const column = useList('apps', 'listItems', askedOf(asked, status), {
    rows: ({ result }) => result.result as Item[],
    first: { after: '', total: true },
    next: ({ result: { after } }) => (after ? { after, total: false } : undefined),
    fresh: 60_000,
  })
  return { ...column, total: column.data?.pages[0]?.result.total ?? undefined }
}
