import { Text, Title } from '@mantine/core'
import { useApi } from '../../../api.ts'
import type { RequestOf } from '../../../client.ts'
import { Failure } from '../../../components/states.tsx'
import type { Field } from '../../../fields/field.ts'
import { plainField } from '../../../fields/plain-field.ts'
import { Chart } from '../../reports/chart.tsx'
import type { DrawingKind } from '../../reports/drawing.tsx'
import { useLabels } from '../../reports/labels.ts'
import type { Report } from '../../reports/list-page.tsx'
import { RowsTable } from '../../reports/rows-table.tsx'
import type { Source, SourceField } from '../pages/settings/use-source.ts'
import { usePageTexts } from '../pages/texts.ts'
import classes from './report-editor.module.css'
import { groupingOf, type ReportValue } from './report-value.ts'

const ROWS = 50
const MOST_GROUPINGS = 3

type PreviewProps = {
  value: ReportValue
  source: Source
  /** The app is not published yet. */
  isNew: boolean
}

/** What the report shows, computed of the items that are there now. */
export function Preview({ value, source, isNew }: PreviewProps) {
  const t = usePageTexts()
  const { query = {} } = value
  const keys = (query.groupBy ?? []).map(groupingOf).slice(0, MOST_GROUPINGS)
  const numbers = Object.entries(query.values ?? {})
  const [namespace = '', code = ''] = (query.app ?? query.contract ?? '').split('/')
  const input: RequestOf<'apps', 'aggregate'>['input'] = {
    filter: withoutParameters(query.filter),
    groupBy: keys.map(({ field, by }) => ({ field, ...(by && { by }) })),
    values: numbers.map(([, computed]) => computed),
    size: ROWS,
  }
  const isReady = (query.app ?? query.contract) !== undefined && numbers.length > 0 && !isNew
  const isOfApp = query.app !== undefined
  const request = { params: { namespace, code }, input }
  const ofApp = useApi('apps', 'aggregate', request, { enabled: isReady && isOfApp, keep: true })
  const ofContract = useApi('contracts', 'aggregate', request, {
    enabled: isReady && !isOfApp,
    keep: true,
  })
  const asked = isOfApp ? ofApp : ofContract
  const report = toReport(value, source)
  const rows = (asked.data?.groups ?? []).map(({ keys: found, values }) =>
    Object.fromEntries([
      ...keys.map(({ column }, at) => [column, found[at]]),
      ...numbers.map(([column], at) => [column, values[at]]),
    ]),
  )
  return (
    <section className={classes.preview} aria-label={t.preview}>
      <Title order={3} size="h5" mb="xs">
        {t.preview}
      </Title>
      {!isReady && (
        <Text size="sm" c="var(--quiet)">
          {isNew ? t.notYet : t.report.choose}
        </Text>
      )}
      {isReady && asked.error && <Failure error={asked.error} again={asked.refetch} />}
      {isReady && !asked.error && asked.data && (
        <>
          <Picture report={report} value={value} rows={rows} />
          <RowsTable report={report} rows={rows} />
        </>
      )}
    </section>
  )
}

type PictureProps = { report: Report; value: ReportValue; rows: Record<string, unknown>[] }

function Picture({ report, value: { chart, pivot }, rows }: PictureProps) {
  const labels = useLabels(report, chart?.along ?? '', rows)
  const splits = useLabels(report, pivot ?? '', rows)
  if (!chart || !labels || !splits || rows.length === 0) return null
  const isSplit = pivot !== undefined && pivot !== chart.along
  return (
    <Chart
      report={report}
      choice={{ ...chart, kind: chart.kind as DrawingKind }}
      rows={rows}
      labels={labels}
      {...(isSplit && { splits })}
    />
  )
}

/** A parameter has no value here, so its condition is left out: the server does the same. */
function withoutParameters(filter: Record<string, unknown> | undefined): Record<string, unknown> {
  return filter && !JSON.stringify(filter).includes('"parameter"') ? filter : {}
}

/** As the catalogue would describe it; statuses come as numbers until it is published. */
function toReport(value: ReportValue, source: Source): Report {
  const { name = '', columns = {}, query = {}, pivot = null } = value
  const fieldOf = new Map((query.groupBy ?? []).map(groupingOf).map((each) => [each.column, each]))
  const shown = Object.entries(columns).map(([code, column]) => {
    const grouping = fieldOf.get(code)
    const field =
      grouping && !grouping.by
        ? source.fields.find((each) => each.code === grouping.field)
        : undefined
    return toField(code, column, field)
  })
  return {
    namespace: '',
    code: '',
    name,
    description: '',
    columns: shown,
    parameters: [],
    chart: null,
    pivot,
    views: [],
    solution: '',
  }
}

function toField(
  code: string,
  column: { name?: string; type?: string },
  field: SourceField | undefined,
): Field {
  const more = { ...column, ...field?.more } as Record<string, unknown>
  const [namespace, app] = String(more.app ?? '/').split('/')
  const options = (more.options ?? {}) as Record<string, string>
  const data = {
    ...more,
    namespace,
    code: app,
    enumItems: Object.entries(options).map(([each, name]) => ({ code: each, name })),
    statusItems: more.statusItems ?? [],
  }
  const type = field?.type ?? column.type ?? 'STRING'
  return plainField(type, column.name ?? code, { code, data })
}
