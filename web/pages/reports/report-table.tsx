import { IconTableOff } from '@tabler/icons-react'
import { type Column, ListTable } from '../../components/list-table.tsx'
import { Empty, Shown } from '../../components/states.tsx'
import { FieldValue } from '../../fields/registry.tsx'
import { useList } from '../../list.ts'
import { useTexts } from '../../texts/index.ts'
import { isNumber, type Row } from './cells.ts'
import type { Report } from './list-page.tsx'
import classes from './reports.module.css'
import { nextSort, type RowsInput, type Sort } from './rows.ts'

const PAGE = 50

type ReportTableProps = {
  report: Report
  input: RowsInput
  sort: Sort | undefined
  onSort: (sort: Sort | undefined) => void
}

export function ReportTable({ report, input, sort, onSort }: ReportTableProps) {
  const t = useTexts().reports
  const { namespace, code } = report
  const asked = useList(
    'reports',
    'listRows',
    { params: { namespace, code }, input: { ...input, size: PAGE } },
    { rows: ({ result }) => result.result, by: 'from', keep: true },
  )
  return (
    <Shown of={asked}>
      {() =>
        asked.total === 0 ? (
          <Empty
            icon={IconTableOff}
            title={t.noRows}
            {...(report.parameters.length > 0 && { hint: t.noRowsHint })}
          />
        ) : (
          <>
            <div className={classes.rows}>
              <ListTable
                label={report.name}
                columns={report.columns.map(toColumn)}
                rows={asked.rows}
                // Rows of a report have no ids.
                idOf={(_, index) => String(index)}
                sort={sort && { key: sort.column, isDown: !sort.ascend }}
                onSort={(column) => onSort(nextSort(sort, column))}
                more={{ ...asked, note: t.rows(asked.total ?? 0) }}
              />
            </div>
            {!asked.hasNextPage && <div className={classes.foot}>{t.rows(asked.total ?? 0)}</div>}
          </>
        )
      }
    </Shown>
  )
}

const toColumn = (field: Report['columns'][number]): Column<Row> => ({
  key: field.code,
  title: field.view.name,
  isNumber: isNumber(field),
  isSortable: true,
  cell: (row) => <FieldValue field={field} value={row[field.code]} isShort />,
})
