import { useApi } from '../../../api.ts'
import { Shown } from '../../../components/states.tsx'
import { useTexts } from '../../../texts/index.ts'
import { Chart } from '../../reports/chart.tsx'
import { type Choice, usualChoice } from '../../reports/choice.ts'
import type { DrawingKind } from '../../reports/drawing.tsx'
import { useLabels } from '../../reports/labels.ts'
import type { Report } from '../../reports/list-page.tsx'
import type { Row } from '../../reports/numbers.ts'
import classes from '../workspace.module.css'
import { placeOf } from './widget.ts'

/** Milliseconds; no event tells that the rows of a report have changed. */
export const EVERY = 60_000
const MOST = 200

type Parameters = Record<string, unknown>
type ReportDrawingProps = { path: string; parameters?: Parameters; choice: Partial<Choice> }

/** A report as the picture that somebody chose. */
export function ReportDrawing({ path, parameters = {}, choice }: ReportDrawingProps) {
  const catalog = useApi('reports', 'catalog', {}, { fresh: 60_000 })
  const { namespace, code } = placeOf(path)
  return (
    <Shown of={catalog}>
      {({ reports }) => {
        const report = reports.find((each) => each.namespace === namespace && each.code === code)
        if (!report) return null
        const usual = usualChoice(report)
        return <Rows report={report} parameters={parameters} choice={{ ...usual, ...choice }} />
      }}
    </Shown>
  )
}

type RowsProps = { report: Report; parameters: Parameters; choice: Choice }

function Rows({ report, parameters, choice }: RowsProps) {
  const t = useTexts().pages
  const { namespace, code } = report
  const asked = useApi(
    'reports',
    'listRows',
    { params: { namespace, code }, input: { parameters, size: MOST } },
    { keep: true, every: EVERY },
  )
  const rows = (asked.data?.result.result ?? []) as Row[]
  const labels = useLabels(report, choice.along, rows)
  const splits = useLabels(report, report.pivot ?? '', rows)
  const isSplit = report.pivot !== null && report.pivot !== choice.along
  return (
    <Shown of={asked}>
      {() => {
        if (rows.length === 0) return <p className={classes.none}>{t.nothing}</p>
        if (!labels || !splits || choice.kind === 'none') return null
        const kind: DrawingKind = choice.kind
        return (
          <Chart
            report={report}
            choice={{ ...choice, kind }}
            rows={rows}
            labels={labels}
            {...(isSplit && { splits })}
            height="100%"
          />
        )
      }}
    </Shown>
  )
}
