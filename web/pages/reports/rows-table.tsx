import { type Column, ListTable } from '../../components/list-table.tsx'
import type { More } from '../../components/load-more.tsx'
import { FieldValue } from '../../fields/registry.tsx'
import { useLabels } from './labels.ts'
import type { Report } from './list-page.tsx'
import { isNumber, type Row } from './numbers.ts'
import { type PivotColumn, pivotOf } from './pivot.ts'
import type { Sort } from './rows.ts'

type RowsTableProps = {
  report: Report
  rows: readonly Row[]
  sort?: Sort | undefined
  onSort?: (column: string) => void
  more?: More
}

/** The rows of a report; those of a pivot side by side. */
export function RowsTable({ report, rows, sort, onSort, more }: RowsTableProps) {
  const texts = useLabels(report, report.pivot ?? '', rows)
  if (report.pivot !== null && !texts) return null
  const { columns, rows: shown } =
    report.pivot === null || !texts
      ? { columns: report.columns.map(asIs), rows }
      : pivotOf(report.columns, rows, { code: report.pivot, texts })
  const canSort = onSort !== undefined && report.pivot === null
  return (
    <ListTable
      label={report.name}
      columns={columns.map((column) => toColumn(column, canSort))}
      rows={shown}
      // Rows of a report have no ids.
      idOf={(_, index) => String(index)}
      sort={sort && { key: sort.column, isDown: !sort.ascend }}
      {...(canSort && { onSort })}
      more={more}
    />
  )
}

const asIs = (field: Report['columns'][number]): PivotColumn => ({
  code: field.code,
  title: field.view.name,
  field,
})

const toColumn = ({ code, title, field }: PivotColumn, isSortable: boolean): Column<Row> => ({
  key: code,
  title,
  isNumber: isNumber(field),
  isSortable,
  cell: (row) => <FieldValue field={field} value={row[code] ?? null} isShort />,
})
