import type { Survey } from './data/survey.ts'
import { type Counts, OUTCOMES, type Report } from './report.ts'
import { toText } from './text.ts'

/** What people call the kinds of components. */
export const KINDS: Record<string, string> = {
  appView: 'app',
  template: 'process',
  doctemplate: 'document template',
  permissionSettings: 'rights',
  pagePermissions: 'rights on a page',
  applicationDirectoriesPermissions: 'rights on folders',
  custom_activity: 'action of a module',
  custom_activity_group: 'group of actions',
  extension: 'module',
  settings: 'parameters',
  serial: 'counter',
  subscription: 'handler of events',
  localization: 'translations',
}

export const kindName = (kind: string): string =>
  (Object.hasOwn(KINDS, kind) && KINDS[kind]) || kind

/** The report for a terminal: the counts, then what needs attention, the worst first. */
export function showText(report: Report): string[] {
  const { entries, unread } = report
  const found = OUTCOMES.toReversed().flatMap((outcome) => {
    const lines = entries.flatMap((entry) =>
      entry.lines
        .filter((line) => line.outcome === outcome)
        .map(({ what, why }) => `  ${kindName(entry.kind)} ${entry.from}: ${what}: ${why}`),
    )
    return lines.length > 0 ? ['', capital(outcome), ...lines] : []
  })
  const parts = unread.map(({ part, why }) => `  ${part}: ${why}`)
  return [
    `${headOf(report)}: ${entries.length} ${entries.length === 1 ? 'component' : 'components'}`,
    '',
    ...tableOf(report),
    ...(parts.length > 0 ? ['', 'Could not be read', ...parts] : []),
    ...found,
    ...(report.portal ? ['', ...showSurvey(report.portal)] : []),
  ]
}

/** What the portal holds, and how long it takes. */
export function showSurvey(survey: Survey): string[] {
  return [
    `Portal ${survey.address}`,
    ...surveyRows(survey).map(([what, count]) => `  ${what}: ${count}`),
    ...survey.apps.map(({ app, name, items }) => `  ${app} (${toText(name)}): ${items} items`),
  ]
}

export const surveyRows = (survey: Survey): [what: string, count: string][] => [
  ['users', String(survey.users)],
  ['groups', String(survey.groups)],
  ['apps', String(survey.apps.length)],
  ['items', String(survey.items)],
  ['directories', String(survey.directories ?? 'not told')],
  ['files', String(survey.files ?? 'not told')],
  ['channels', String(survey.channels ?? 'not told')],
  ['calls', String(survey.calls)],
  ['of these for feeds, numbers and sheets of items (see --without)', String(survey.callsOfItems)],
  ['hours', survey.hours === null ? 'no limit' : survey.hours.toFixed(1)],
]

export const headOf = ({ title, type }: Report): string =>
  [title || 'A package', ...(type ? [`(${type})`] : [])].join(' ')

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

function tableOf({ kinds, counts }: Report): string[] {
  const row = (name: string, own: Counts) => [name, ...OUTCOMES.map((each) => String(own[each]))]
  const rows = [
    ['', ...OUTCOMES],
    ...Object.entries(kinds).map(([kind, own]) => row(kindName(kind), own)),
    row('all', counts),
  ]
  const widths =
    rows[0]?.map((_, at) => Math.max(...rows.map((each) => each[at]?.length ?? 0))) ?? []
  return rows.map((cells) =>
    cells
      .map((cell, at) => (at === 0 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0)))
      .join('  '),
  )
}
