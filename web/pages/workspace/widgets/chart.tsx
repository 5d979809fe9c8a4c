import { useQuery } from '@tanstack/react-query'
import { useApi } from '../../../api.ts'
import { Shown } from '../../../components/states.tsx'
import type { Field } from '../../../fields/field.ts'
import { useLanguage, useTexts } from '../../../texts/index.ts'
import { useApp } from '../../apps/item/app.ts'
import { useListFields } from '../../apps/table/fields.ts'
import { textsOf } from '../../reports/cells.ts'
import { Drawing, type DrawingKind } from '../../reports/drawing.tsx'
import { numberOf } from '../../reports/numbers.ts'
import { type Period, periodsBetween, periodText, splitPoints } from '../../reports/points.ts'
import classes from '../workspace.module.css'
import { ReportDrawing } from './report-drawing.tsx'
import { useNumbers } from './use-numbers.ts'
import { placeOf, type WidgetProps } from './widget.ts'

type Settings = WidgetProps<'chart'>['settings']
type OfItems = Extract<Settings, { groupBy: string }>

/** Of a report, or of the items of an app or a contract. */
export function ChartWidget({ name, settings }: { name: string; settings: Settings }) {
  if ('report' in settings) {
    const { report, parameters, kind, x, y } = settings
    return (
      <ReportDrawing
        path={report}
        {...(parameters && { parameters })}
        choice={{ ...(kind && { kind }), ...(x && { along: x }), ...(y && { values: y }) }}
      />
    )
  }
  return settings.app ? (
    <OfApp name={name} settings={settings} app={settings.app} />
  ) : (
    <OfContract name={name} settings={settings} />
  )
}

type Props = { name: string; settings: OfItems }

function OfApp({ name, settings, app }: Props & { app: string }) {
  const known = useApp(placeOf(app))
  return (
    <Shown of={known}>
      {({ application }) => <Named name={name} settings={settings} app={application} />}
    </Shown>
  )
}

function Named({ app, ...props }: Props & { app: Parameters<typeof useListFields>[0] }) {
  return <Groups {...props} fields={useListFields(app)} />
}

/** A contract has no metadata of its own here: what is grouped by is shown as it comes. */
function OfContract(props: Props) {
  const { data } = useApi('workplace', 'navigation', {}, { fresh: 60_000 })
  return data ? <Groups {...props} fields={[]} /> : null
}

const SIZE = 50

function Groups({ name, settings, fields }: Props & { fields: Field[] }) {
  const t = useTexts()
  const { groupBy, by, split, kind, order, size = SIZE } = settings
  const asked = useNumbers(settings, {
    groupBy: [{ field: groupBy, ...(by && { by }) }, ...(split ? [{ field: split }] : [])],
    ...(order && { order }),
    size,
  })
  const groups = asked.data?.groups ?? []
  const labels = useTextsOf(
    find(fields, groupBy),
    groups.map(({ keys }) => keys[0]),
    by,
  )
  const splits = useTextsOf(
    find(fields, split),
    groups.map(({ keys }) => keys[1]),
  )
  return (
    <Shown of={asked}>
      {() => {
        if (!labels || !splits) return null
        if (groups.length === 0) return <p className={classes.none}>{t.pages.nothing}</p>
        const parts = groups.map(({ values }, at) => ({
          label: labels[at] || t.reports.none,
          split: split ? splits[at] || t.reports.none : name,
          value: numberOf(values[0]),
        }))
        const { points, series } = splitPoints(parts, statusNames(find(fields, split)))
        return (
          <Drawing
            name={name}
            kind={kind ?? usualKind(by)}
            series={series}
            points={by ? withGaps(points, groups, by, labels) : points}
            height="100%"
            isStacked={split !== undefined}
          />
        )
      }}
    </Shown>
  )
}

/** Statuses come in the order of the app. */
const statusNames = (field: Field | undefined): string[] =>
  ((field?.data.statusItems ?? []) as { name: string }[]).map(({ name }) => name)

const usualKind = (by: Period | undefined): DrawingKind => (by ? 'line' : 'bar')

const find = (fields: Field[], code: string | undefined): Field | undefined =>
  fields.find((field) => field.code === code)

type Points = ReturnType<typeof splitPoints>['points']

/** Periods without items are shown as zero. */
function withGaps(
  points: Points,
  groups: { keys: unknown[] }[],
  by: Period,
  labels: string[],
): Points {
  const times = groups.map(({ keys }) => keys[0])
  const labelAt = new Map(times.map((time, at) => [time, labels[at]]))
  const known = times.filter((time) => typeof time === 'string')
  const byLabel = new Map(points.map((point) => [point.label, point]))
  const [sample] = points
  const empty = Object.fromEntries(
    Object.keys(sample ?? {})
      .filter((key) => key !== 'label')
      .map((key) => [key, 0]),
  )
  const filled = periodsBetween(known, by).map((time) => {
    const label = labelAt.get(time) ?? periodText(time, by, document.documentElement.lang || 'en')
    return byLabel.get(label) ?? { label, ...empty }
  })
  const rest = points.filter(({ label }) => !filled.some((point) => point.label === label))
  return [...filled, ...rest]
}

/** The texts of keys: names of people, items, options and statuses, or periods. */
function useTextsOf(
  field: Field | undefined,
  values: unknown[],
  by?: Period,
): string[] | undefined {
  const t = useTexts()
  const language = useLanguage()
  const yesNo = [t.frame.values.yes, t.frame.values.no]
  const { data } = useQuery({
    queryKey: ['labels', language, field, by, values],
    queryFn: async () => {
      if (by)
        return values.map((at) => (typeof at === 'string' ? periodText(at, by, language) : ''))
      if (!field) return values.map((value) => (value === null ? '' : String(value)))
      if (field.type === 'BOOLEAN') {
        return values.map((value) => (value === null ? '' : (yesNo[value ? 0 : 1] ?? '')))
      }
      const rows = values.map((value) => ({ [field.code]: value }))
      return textsOf(field, rows, language)
    },
    staleTime: 60_000,
  })
  return data
}
