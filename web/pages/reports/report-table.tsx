import { Pagination } from '@mantine/core'
import { IconTableOff } from '@tabler/icons-react'
import { useState } from 'react'
import { useApi } from '../../api.ts'
import { type Column, ListTable } from '../../components/list-table.tsx'
import { Empty, Shown } from '../../components/states.tsx'
import { FieldValue } from '../../fields/registry.tsx'
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
  const [page, setPage] = useState(1)
  const { namespace, code } = report
  const asked = useApi(
    'reports',
    'listRows',
    { params: { namespace, code }, input: { ...input, from: (page - 1) * PAGE, size: PAGE } },
    { keep: true },
  )
  return (
    <Shown of={asked}>
      {({ result: { result: rows, total } }) =>
        total === 0 ? (
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
                rows={rows}
                // Rows of a report have no ids.
                idOf={(_, index) => String(index)}
                sort={sort && { key: sort.column, isDown: !sort.ascend }}
                onSort={(column) => onSort(nextSort(sort, column))}
              />
            </div>
            <div className={classes.foot}>
              {t.rows(total)}
              {total > PAGE && (
                <Pagination
                  size="sm"
                  aria-label={t.pages}
                  total={Math.ceil(total / PAGE)}
                  value={page}
                  onChange={setPage}
                />
              )}
            </div>
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
