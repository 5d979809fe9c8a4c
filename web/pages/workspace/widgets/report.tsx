import { Anchor } from '@mantine/core'
import { Link } from 'react-router'
import { useApi } from '../../../api.ts'
import { Shown } from '../../../components/states.tsx'
import { links } from '../../../links.ts'
import { useTexts } from '../../../texts/index.ts'
import type { Report } from '../../reports/list-page.tsx'
import type { Row } from '../../reports/numbers.ts'
import { RowsTable } from '../../reports/rows-table.tsx'
import classes from '../workspace.module.css'
import { EVERY, ReportDrawing } from './report-drawing.tsx'
import { placeOf, type WidgetProps } from './widget.ts'

type Settings = WidgetProps<'report'>['settings']

const SIZE = 20
/** A pivot needs every row of it. */
const PIVOTED = 1000

/** A report on a page: as a table, or as the picture that its definition chooses. */
export function ReportWidget({ settings }: { name: string; settings: Settings }) {
  const catalog = useApi('reports', 'catalog', {}, { fresh: 60_000 })
  const { namespace, code } = placeOf(settings.report)
  return (
    <Shown of={catalog}>
      {({ reports }) => {
        const report = reports.find((each) => each.namespace === namespace && each.code === code)
        if (!report) return null
        if (settings.as !== 'chart') return <Table report={report} settings={settings} />
        const { parameters } = settings
        return (
          <ReportDrawing path={settings.report} {...(parameters && { parameters })} choice={{}} />
        )
      }}
    </Shown>
  )
}

function Table({ report, settings }: { report: Report; settings: Settings }) {
  const t = useTexts().pages
  const { namespace, code } = report
  const { parameters = {}, size = SIZE } = settings
  const asked = useApi(
    'reports',
    'listRows',
    {
      params: { namespace, code },
      input: { parameters, size: report.pivot ? PIVOTED : size },
    },
    { keep: true, every: EVERY },
  )
  return (
    <Shown of={asked}>
      {({ result }) => (
        <>
          {result.total === 0 ? (
            <p className={classes.none}>{t.nothing}</p>
          ) : (
            <div className={classes.cells}>
              <RowsTable report={report} rows={result.result as Row[]} />
            </div>
          )}
          <div className={classes.foot}>
            <Anchor component={Link} to={links.report(namespace, code)} inherit>
              {t.report}
            </Anchor>
          </div>
        </>
      )}
    </Shown>
  )
}
