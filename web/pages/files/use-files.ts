import { useSearchParams } from 'react-router'
import { useList } from '../../list.ts'

const SIZE = 100

/** The columns that a list can be sorted by, and what the server calls them. */
const FIELDS = { name: '__name', size: 'size', changed: '__updatedAt' } as const
type Column = keyof typeof FIELDS
export type Sort = { column: Column; isDown: boolean }

export const isSortColumn = (key: string): key is Column => key in FIELDS

/** The order is a part of the address. Names begin with the first, sizes and days with the most. */
export function useSort() {
  const [search, setSearch] = useSearchParams()
  const [given = '', direction] = (search.get('sort') ?? 'name').split('-')
  const column = isSortColumn(given) ? given : 'name'
  const sort: Sort = { column, isDown: direction === 'down' }
  const sortBy = (next: Column) =>
    setSearch(
      (params) => {
        const isDown = next === column ? !sort.isDown : next !== 'name'
        params.set('sort', isDown ? `${next}-down` : next)
        return params
      },
      { replace: true },
    )
  return { sort, sortBy }
}

type FilesQuery = { filter: { directory?: string; __name?: string }; sort: Sort }

/** Files page by page, never counted: a directory may hold very many. */
export function useFiles({ filter, sort }: FilesQuery) {
  const input = {
    filter,
    sortExpressions: [{ field: FIELDS[sort.column], ascending: !sort.isDown }],
    size: SIZE,
    total: false,
  }
  return useList(
    'disk',
    'searchFiles',
    { input },
    {
      rows: ({ result }) => result.result,
      keep: true,
    },
  )
}
