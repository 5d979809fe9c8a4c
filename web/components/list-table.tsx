import { Table } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './list-table.module.css'

/** A column: wide ones are left out where there is no room, end ones stand at the right. */
export type Column<Row> = {
  key: string
  title: string
  cell: (row: Row) => ReactNode
  isWide?: boolean
  isEnd?: boolean
  isNarrow?: boolean
  isQuiet?: boolean
}

type ListTableProps<Row> = {
  label: string
  columns: Column<Row>[]
  rows: Row[]
  idOf: (row: Row) => string
  isFaded?: (row: Row) => boolean
}

/** A plain list with columns, for pages of a few dozen rows. */
export function ListTable<Row>({ label, columns, rows, idOf, isFaded }: ListTableProps<Row>) {
  const marks = ({ isWide, isEnd, isNarrow, isQuiet }: Column<Row>) => ({
    'data-wide': isWide || undefined,
    'data-end': isEnd || undefined,
    'data-narrow': isNarrow || undefined,
    'data-quiet': isQuiet || undefined,
  })
  return (
    <div className={classes.scroll}>
      <Table className={classes.table} highlightOnHover aria-label={label} verticalSpacing={7}>
        <Table.Thead>
          <Table.Tr>
            {columns.map((column) => (
              <Table.Th key={column.key} {...marks(column)}>
                {column.title}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row) => (
            <Table.Tr key={idOf(row)} data-faded={isFaded?.(row) || undefined}>
              {columns.map((column) => (
                <Table.Td key={column.key} {...marks(column)}>
                  {column.cell(row)}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  )
}
