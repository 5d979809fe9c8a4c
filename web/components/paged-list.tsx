import type { ReactNode } from 'react'
import { type Column, ListTable } from './list-table.tsx'
import { Pager } from './pager.tsx'

type PagedListProps<Row> = {
  label: string
  columns: Column<Row>[]
  rows: Row[]
  idOf: (row: Row) => string
  /** Shown where there is nothing. */
  empty: ReactNode
  total: number
  size: number
  page: number
  set: (change: { page: string }) => void
}

/** One page of a list, with the way to the others. */
export function PagedList<Row>({ empty, total, size, page, set, ...table }: PagedListProps<Row>) {
  return (
    <>
      {table.rows.length === 0 ? empty : <ListTable {...table} />}
      <Pager total={total} size={size} page={page} onPage={(next) => set({ page: String(next) })} />
    </>
  )
}
