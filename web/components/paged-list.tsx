import { ListTable } from './list-table.tsx'
import { Pager } from './pager.tsx'

type PagedListProps<Row> = Parameters<typeof ListTable<Row>>[0] & {
  total: number
  size: number
  page: number
  set: (change: { page: string }) => void
}

/** One page of a list, with the way to the others. */
export function PagedList<Row>({ total, size, page, set, ...table }: PagedListProps<Row>) {
  return (
    <>
      <ListTable {...table} />
      <Pager total={total} size={size} page={page} onPage={(next) => set({ page: String(next) })} />
    </>
  )
}
