import { Button } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconDownload, IconFilter, IconReportOff } from '@tabler/icons-react'
import { useState } from 'react'
import { Link, useParams } from 'react-router'
import { useApi } from '../../api.ts'
import { client } from '../../client.ts'
import { Page } from '../../components/page.tsx'
import { Empty, Shown } from '../../components/states.tsx'
import { saveAs } from '../../download.ts'
import { links } from '../../links.ts'
import { useLanguage, useTexts } from '../../texts/index.ts'
import { Chips } from '../apps/filter/chips.tsx'
import { FilterPanel } from '../apps/filter/filter-panel.tsx'
import { countOf } from '../apps/filter/model.ts'
import { ViewTabs } from '../apps/table/view-tabs.tsx'
import { ChartSection } from './chart-section.tsx'
import { useReportSettings } from './choice.ts'
import { toCsv } from './csv.ts'
import type { Report } from './list-page.tsx'
import { MailButton } from './mail/mail-button.tsx'
import type { Row } from './numbers.ts'
import { Parameters } from './parameters.tsx'
import { ReportTable } from './report-table.tsx'
import classes from './reports.module.css'
import { type RowsInput, toRowsInput } from './rows.ts'
import { useShare } from './use-share.ts'
import { addressOfShared, searchOf, useReportView, whereOf } from './view.ts'

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

const countedIn = ({ namespace, code }: Report) => ({
  key: `report ${namespace}/${code}`,
  count: async (query: string) => {
    const input = { where: { eql: { query } }, size: 0 }
    return (await client.reports.listRows({ params: { namespace, code }, input })).result.total
  },
})

function ReportView({ report }: { report: Report }) {
  const t = useTexts()
  const { view, change } = useReportView(report)
  const { settings, save } = useReportSettings(report)
  const share = useShare(report)
  const [isFiltering, setFiltering] = useState(false)
  const input = toRowsInput(view.parameters, view.sort, whereOf(view))
  const count = view.eql ? 1 : countOf(view.filter)
  const filtered = { fields: report.columns, view, onChange: change }
  return (
    <Page
      title={report.name}
      above={<Link to={links.reports}>{t.reports.title}</Link>}
      below={
        <>
          {report.description && <div className={classes.hint}>{report.description}</div>}
          <ViewTabs
            shared={[undefined, ...report.views].map((each) => ({
              code: each?.code ?? '',
              name: each?.name ?? t.apps.views.all,
              address: addressOfShared(each, report),
              isCurrent: view.shared === each,
            }))}
            search={searchOf(view, report)}
            saved={view.saved}
            views={settings.views ?? []}
            onSave={(views) => save({ views })}
            onShare={share}
          />
        </>
      }
      actions={
        <>
          <Button
            variant={isFiltering ? 'light' : 'default'}
            leftSection={<IconFilter size={14} stroke={1.6} />}
            aria-expanded={isFiltering}
            onClick={() => setFiltering(!isFiltering)}
          >
            {count > 0 ? t.apps.filter.button(count) : t.apps.filter.title}
          </Button>
          <MailButton report={report} view={view} />
          <Export report={report} input={input} />
        </>
      }
    >
      {isFiltering ? (
        <div className={classes.filter}>
          <FilterPanel
            key={`${view.saved} ${view.shared?.code}`}
            counted={countedIn(report)}
            {...filtered}
          />
        </div>
      ) : (
        <Chips {...filtered} onOpen={() => setFiltering(true)} />
      )}
      <Parameters
        key={JSON.stringify(view.parameters)}
        report={report}
        values={view.parameters}
        onRun={(parameters) => change({ parameters })}
      />
      <ChartSection report={report} input={input} />
      {/* Another question begins on its first page. */}
      <ReportTable
        key={JSON.stringify(input)}
        report={report}
        input={input}
        sort={view.sort}
        onSort={(sort) => change({ sort })}
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
