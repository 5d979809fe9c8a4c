import { Button } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconDownload, IconReportOff } from '@tabler/icons-react'
import { useState } from 'react'
import { Link, useParams } from 'react-router'
import { useApi } from '../../api.ts'
import { client } from '../../client.ts'
import { Page } from '../../components/page.tsx'
import { Empty, Shown } from '../../components/states.tsx'
import { saveAs } from '../../download.ts'
import { links } from '../../links.ts'
import { useLanguage, useTexts } from '../../texts/index.ts'
import { ChartSection } from './chart-section.tsx'
import { toCsv } from './csv.ts'
import type { Report } from './list-page.tsx'
import type { Row } from './numbers.ts'
import { defaultsOf, Parameters, type Values } from './parameters.tsx'
import { ReportTable } from './report-table.tsx'
import classes from './reports.module.css'
import { type RowsInput, type Sort, toRowsInput } from './rows.ts'

/** As many as the server gives at once. */
const ALL = 10_000

export function ReportPage() {
  const t = useTexts().reports
  const { namespace = '', code = '' } = useParams()
  const asked = useApi('reports', 'catalog', {}, { fresh: 60_000 })
  return (
    <Shown of={asked}>
      {({ reports }) => {
        const report = reports.find((each) => each.namespace === namespace && each.code === code)
        if (!report) return <Empty icon={IconReportOff} title={t.missing} />
        return <ReportView key={`${namespace}/${code}`} report={report} />
      }}
    </Shown>
  )
}

function ReportView({ report }: { report: Report }) {
  const t = useTexts().reports
  const [values, setValues] = useState<Values>(() => defaultsOf(report))
  const [sort, setSort] = useState<Sort>()
  const input = toRowsInput(values, sort)
  return (
    <Page
      title={report.name}
      above={<Link to={links.reports}>{t.title}</Link>}
      below={report.description && <div className={classes.hint}>{report.description}</div>}
      actions={<Export report={report} input={input} />}
    >
      <Parameters report={report} values={values} onRun={setValues} />
      <ChartSection report={report} input={input} />
      {/* Another question begins on its first page. */}
      <ReportTable
        key={JSON.stringify(input)}
        report={report}
        input={input}
        sort={sort}
        onSort={setSort}
      />
    </Page>
  )
}

function Export({ report, input }: { report: Report; input: RowsInput }) {
  const t = useTexts().reports
  const language = useLanguage()
  const [isBusy, setBusy] = useState(false)
  const save = async () => {
    const { namespace, code, columns } = report
    setBusy(true)
    try {
      const { result } = await client.reports.listRows({
        params: { namespace, code },
        input: { ...input, size: ALL },
      })
      saveAs(await toCsv(columns, result.result as Row[], language), `${code}.csv`)
    } catch (error) {
      notifications.show({ color: 'red', message: (error as Error).message })
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button
      variant="default"
      leftSection={<IconDownload size={14} stroke={1.6} />}
      loading={isBusy}
      onClick={() => void save()}
    >
      {t.export}
    </Button>
  )
}
