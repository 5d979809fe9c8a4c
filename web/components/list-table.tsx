import { type ComponentProps, Fragment, type ReactNode } from 'react'
import classes from './list-table.module.css'
import { moveFocus } from './list-table-keys.ts'
import { LoadMore, type More } from './load-more.tsx'
import { SelectAll, type Selection, SelectRow } from './selection.tsx'
import { type Sort, SortTitle } from './sort-title.tsx'

export type Column<Row> = {
  key: string
  title: string
  cell: (row: Row) => ReactNode
  /** Left out on narrow screens. */
  isWide?: boolean
  /** As narrow as its content, which is never broken into lines. */
  isTight?: boolean
  isNumber?: boolean
  isQuiet?: boolean
  isSortable?: boolean
  /** Buttons at the end of the row; only screen readers need the title. */
  isAction?: boolean
}

type RowProps = ComponentProps<'tr'> & { 'data-selected': true | undefined }

type ListTableProps<Row> = {
  label: string
  columns: Column<Row>[]
  rows: readonly Row[]
  idOf: (row: Row, index: number) => string
  /** In place of the table where there are no rows. */
  empty?: ReactNode
  selection?: Selection<Row> | undefined
  sort?: Sort | undefined
  onSort?: (key: string) => void
  /** A list from `useList`, or anything else that can show more rows. */
  more?: More | undefined
  /** Below its row, while it is open. */
  details?: (row: Row) => ReactNode
  /** For rows that can do more than be looked at, such as being dragged. */
  renderRow?: (row: Row, props: RowProps) => ReactNode
  /** On narrow screens each row is a card with all of its columns. */
  hasCards?: boolean
}

/** Every list with columns. The arrow keys go from row to row. */
export function ListTable<Row>(props: ListTableProps<Row>) {
  const { label, columns, rows, idOf, empty, selection, more, details, hasCards = false } = props
  const { renderRow = (_: Row, row: RowProps) => <tr {...row} /> } = props
  if (rows.length === 0 && empty !== undefined) return empty
  return (
    <>
      <div className={classes.scroll}>
        <table
          className={classes.table}
          aria-label={label}
          data-cards={hasCards || undefined}
          onKeyDown={moveFocus}
        >
          <thead>
            <tr>
              {selection && (
                <th data-check>
                  <SelectAll rows={rows} idOf={idOf} selection={selection} />
                </th>
              )}
              {columns.map((column) => (
                <Title key={column.key} {...props} column={column} />
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row, index) => {
              const id = idOf(row, index)
              const isSelected = selection?.ids.has(id) || undefined
              const below = details?.(row)
              const children = (
                <>
                  {selection && (
                    <td data-check>
                      <SelectRow row={row} id={id} selection={selection} />
                    </td>
                  )}
                  {columns.map((column, at) => (
                    <Cell key={column.key} column={column} isFirst={at === 0} row={row} />
                  ))}
                </>
              )
              return (
                <Fragment key={id}>
                  {renderRow(row, { children, 'data-selected': isSelected })}
                  {below && (
                    <tr>
                      <td colSpan={columns.length + (selection ? 1 : 0)}>{below}</td>
                    </tr>
                  )}
                </Fragment>
              )
            })}
          </tbody>
        </table>
      </div>
      {more && <LoadMore {...more} />}
    </>
  )
}

/** What the style of a column depends on. */
const marks = <Row,>({ isWide, isTight, isNumber, isQuiet, isAction }: Column<Row>) => ({
  'data-wide': isWide || undefined,
  'data-tight': isTight || undefined,
  'data-number': isNumber || undefined,
  'data-quiet': isQuiet || undefined,
  'data-action': isAction || undefined,
})

type TitleProps<Row> = Pick<ListTableProps<Row>, 'sort' | 'onSort'> & { column: Column<Row> }

function Title<Row>({ column, sort, onSort }: TitleProps<Row>) {
  const { key, title, isAction, isSortable } = column
  if (isAction) return <th {...marks(column)} aria-label={title} />
  if (!isSortable || !onSort) return <th {...marks(column)}>{title}</th>
  const order = sort?.key === key ? (sort.isDown ? 'descending' : 'ascending') : 'none'
  return (
    <th {...marks(column)} aria-sort={order}>
      <SortTitle title={title} order={order} onSort={() => onSort(key)} />
    </th>
  )
}

type CellProps<Row> = { column: Column<Row>; isFirst: boolean; row: Row }

function Cell<Row>({ column, isFirst, row }: CellProps<Row>) {
  const label = isFirst || column.isAction ? undefined : column.title
  return (
    <td {...marks(column)} data-label={label}>
      {column.cell(row)}
    </td>
  )
}

/** Under the first cell of a row: what the columns say that a narrow screen leaves out. */
export const Below = ({ children }: { children: ReactNode }) => (
  <div className={classes.below}>{children}</div>
)
