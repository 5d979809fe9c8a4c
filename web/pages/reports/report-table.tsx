import { Pagination, UnstyledButton } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconTableOff } from '@tabler/icons-react'
import { useState } from 'react'
import { useApi } from '../../api.ts'
import { Empty, Shown } from '../../components/states.tsx'
import { FieldValue } from '../../fields/registry.tsx'
import { useTexts } from '../../texts/index.ts'
import { isNumber } from './cells.ts'
import type { Report } from './list-page.tsx'
import classes from './reports.module.css'
import type { Sort, Wanted } from './rows.ts'

const PAGE = 50

type ReportTableProps = {
  report: Report
  wanted: Wanted
  sort: Sort | undefined
  onSort: (sort: Sort | undefined) => void
}

export function ReportTable({ report, wanted, sort, onSort }: ReportTableProps) {
  const t = useTexts().reports
  const [page, setPage] = useState(1)
  const { namespace, code } = report
  const asked = useApi(
    'reports',
    'listRows',
    { params: { namespace, code }, input: { ...wanted, from: (page - 1) * PAGE, size: PAGE } },
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
            <div className={classes.scroll}>
              <table className={classes.table} aria-label={report.name}>
                <thead>
                  <tr>
                    {report.columns.map((column) => (
                      <Head key={column.code} column={column} sort={sort} onSort={onSort} />
                    ))}
                  </tr>
                </thead>
                <tbody>
                  {rows.map((row, at) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: rows of a report have no ids
                    <tr key={at}>
                      {report.columns.map((column) => (
                        <td key={column.code} data-number={isNumber(column) || undefined}>
                          <FieldValue field={column} value={row[column.code]} isShort />
                        </td>
                      ))}
                    </tr>
                  ))}
                </tbody>
              </table>
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

type HeadProps = Pick<ReportTableProps, 'sort' | 'onSort'> & { column: Report['columns'][number] }

/** Up, down, and back to the order of the report. */
function Head({ column, sort, onSort }: HeadProps) {
  const t = useTexts().reports
  const { code, view } = column
  const mine = sort?.column === code ? sort : undefined
  const next = mine
    ? mine.ascend
      ? { column: code, ascend: false }
      : undefined
    : { column: code, ascend: true }
  const direction = mine && (mine.ascend ? 'ascending' : 'descending')
  return (
    <th data-number={isNumber(column) || undefined} aria-sort={direction ?? 'none'}>
      <UnstyledButton
        className={classes.sort}
        aria-label={t.sortBy(view.name)}
        onClick={() => onSort(next)}
      >
        {view.name}
        {mine && (mine.ascend ? <IconArrowUp size={12} /> : <IconArrowDown size={12} />)}
      </UnstyledButton>
    </th>
  )
}
