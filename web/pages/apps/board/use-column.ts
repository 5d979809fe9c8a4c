import { listKey, useList } from '../../../list.ts'
import type { Item } from '../table/fields.ts'
import type { ListAsked } from '../table/rows.ts'

const SIZE = 30

const askedOf = (asked: ListAsked, status: string): ListAsked => ({
  ...asked,
  input: { ...asked.input, statusCode: [status], size: SIZE, total: true },
})

export const columnKey = (asked: ListAsked, status: string) =>
  listKey('apps', 'listItems', askedOf(asked, status))

/** The items of one status, page by page. */
export function useColumn(asked: ListAsked, status: string) {
  return useList('apps', 'listItems', askedOf(asked, status), {
    rows: ({ result }) => result.result as Item[],
    later: { total: false },
    fresh: 60_000,
  })
}
