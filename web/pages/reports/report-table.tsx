import { IconTableOff } from '@tabler/icons-react'
import { Empty, Shown } from '../../components/states.tsx'
import { useList } from '../../list.ts'
import { useTexts } from '../../texts/index.ts'
import type { Report } from './list-page.tsx'
import classes from './reports.module.css'
import { nextSort, type RowsInput, type Sort } from './rows.ts'
import { RowsTable } from './rows-table.tsx'

const PAGE = 50
/** A pivot needs all rows; more than these are no table any more. */
const PIVOTED = 1000

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
    {
      params: { namespace, code },
      input: { ...input, size: report.pivot === null ? PAGE : PIVOTED },
    },
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
              <RowsTable
                report={report}
                rows={asked.rows}
                sort={sort}
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
