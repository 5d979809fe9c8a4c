import { COMPUTED, hasPeriods } from '../fields/computed.ts'
import { parsePath } from '../lib/app-path.ts'
import { suggest } from '../lib/did-you-mean.ts'
import { fieldsInFilter } from './filter-fields.ts'
import type { Body } from './kinds.ts'
import type { Issue, Path } from './source.ts'
import { systemFields } from './system-fields.ts'
import { isWidgetType, widgetTypes } from './widgets.ts'

type Fields = Record<string, { type: string; kind?: unknown }>
type Settings = Record<string, unknown>
type Target = { kind: 'app' | 'contract' | 'report' | 'process'; key: string }

/** The settings that name other definitions. */
const TARGETS: Target[] = [
  { kind: 'app', key: 'app' },
  { kind: 'app', key: 'create' },
  { kind: 'contract', key: 'contract' },
  { kind: 'report', key: 'report' },
  { kind: 'process', key: 'process' },
  { kind: 'process', key: 'start' },
]

/** The definitions that a widget of a known type shows. */
export const widgetTargets = ({ type, settings }: Body<'widget'>) =>
  isWidgetType(type)
    ? TARGETS.flatMap(({ kind, key }) => {
        const path = settings[key]
        if (typeof path !== 'string') return []
        return [{ kind, ...parsePath(path), path: ['settings', key] }]
      })
    : []

const SYSTEM: Fields = Object.fromEntries(systemFields.map(({ code, ...field }) => [code, field]))

/** A setting that is the code of a field, or a list of them. */
const FIELD_KEYS = [
  ...['columns', 'card', 'sumOf', 'colourBy', 'date', 'until', 'groupBy', 'split', 'field'],
  ...['lanes', 'image'],
]

const withoutPart = (code: string) => code.split('.')[0] ?? ''

/** Fields that the app or the contract does not have, or that cannot be used so. */
export function checkWidgetFields(
  { type, settings }: Body<'widget'>,
  { fields: own, statuses }: { fields: Fields; statuses?: Body<'app'>['statuses'] },
): Issue[] {
  const fields = { ...SYSTEM, ...own }
  const {
    sort = [],
    trend,
    filter,
  } = settings as { sort?: Settings[]; trend?: Settings } & Settings
  const named: [string, Path][] = [
    ...FIELD_KEYS.flatMap((key): [string, Path][] => {
      const value = settings[key]
      if (typeof value === 'string') return [[value, ['settings', key]]]
      if (!Array.isArray(value)) return []
      return value.map((code, at) => [String(code), ['settings', key, at]])
    }),
    ...sort.map(({ field }, at): [string, Path] => [
      String(field),
      ['settings', 'sort', at, 'field'],
    ]),
    ...(trend ? [[String(trend.field), ['settings', 'trend', 'field']] as [string, Path]] : []),
    ...fieldsInFilter(filter, ['settings', 'filter']),
  ]
  const unknown = named
    .filter(([code]) => !Object.hasOwn(fields, withoutPart(code)))
    .map(([code, path]) => ({
      path,
      message: `unknown field "${code}"${suggest(code, Object.keys(own))}`,
    }))
  if (unknown.length > 0) return unknown
  return [
    ...checkDates(type, settings, fields),
    ...checkFunction(settings, fields),
    ...(statuses ? checkStatusCodes(settings, statuses) : []),
  ]
}

function checkDates(type: string, settings: Settings, fields: Fields): Issue[] {
  const { date, until, groupBy, by, trend } = settings as Record<string, string | undefined>
  const trended = trend as unknown as { field: string } | undefined
  const dates: [string | undefined, Path][] = [
    ...(type === 'calendar' || type === 'timeline'
      ? ([
          [date, ['settings', 'date']],
          [until, ['settings', 'until']],
        ] as [string | undefined, Path][])
      : []),
    ...(by ? [[groupBy, ['settings', 'by']] as [string | undefined, Path]] : []),
    [trended?.field, ['settings', 'trend', 'field']],
  ]
  return dates.flatMap(([code, path]) => {
    const field = code === undefined ? undefined : fields[code]
    return field && !hasPeriods(field) ? [{ path, message: `"${code}" is no date` }] : []
  })
}

function checkFunction(settings: Settings, fields: Fields): Issue[] {
  const { function: of = 'count', field, sumOf } = settings as Record<string, string | undefined>
  const computed: [keyof typeof COMPUTED, string | undefined, Path][] = [
    [of as keyof typeof COMPUTED, field, ['settings', 'function']],
    ...(sumOf ? [['sum', sumOf, ['settings', 'sumOf']] as ['sum', string, Path]] : []),
  ]
  return computed.flatMap(([each, code, path]) => {
    const types = COMPUTED[each]
    if (!types) return []
    if (code === undefined) return [{ path, message: `"${each}" needs a "field"` }]
    const type = fields[code]?.type ?? ''
    return types.includes(type) ? [] : [{ path, message: `there is no ${each} of ${type}` }]
  })
}

function checkStatusCodes(settings: Settings, groups: Body<'app'>['statuses']): Issue[] {
  const { statusCode = [], group } = settings as { statusCode?: string[]; group?: string }
  const known = groups.flatMap(({ statuses }) => statuses.map(({ code }) => code))
  const codes = groups.map(({ code }) => code)
  return [
    ...statusCode.flatMap((code, at) =>
      known.includes(code)
        ? []
        : [
            {
              path: ['settings', 'statusCode', at],
              message: `unknown status "${code}"${suggest(code, known)}`,
            },
          ],
    ),
    ...(group === undefined || codes.includes(group)
      ? []
      : [
          {
            path: ['settings', 'group'],
            message: `there is no group of statuses "${group}"${suggest(group, codes)}`,
          },
        ]),
  ]
}

/** Columns and parameters that the report does not have. */
export function checkWidgetReport({ settings }: Body<'widget'>, report: Body<'report'>): Issue[] {
  const {
    x,
    y = [],
    parameters = {},
  } = settings as {
    x?: string
    y?: string[]
    parameters?: Settings
  }
  const columns = Object.keys(report.columns)
  const known = Object.keys(report.parameters)
  const named: [string, Path][] = [
    ...(x === undefined ? [] : [[x, ['settings', 'x']] as [string, Path]]),
    ...y.map((code, at): [string, Path] => [code, ['settings', 'y', at]]),
  ]
  return [
    ...named
      .filter(([code]) => !columns.includes(code))
      .map(([code, path]) => ({
        path,
        message: `the report has no column "${code}"${suggest(code, columns)}`,
      })),
    ...Object.keys(parameters)
      .filter((code) => !known.includes(code))
      .map((code) => ({
        path: ['settings', 'parameters'],
        onKey: code,
        message: `the report has no parameter "${code}"${suggest(code, known)}`,
      })),
  ]
}

/** A type that no release draws; a folder of somebody else's may have one. */
export const checkWidgetType = ({ type }: Body<'widget'>): Issue[] =>
  isWidgetType(type)
    ? []
    : [
        {
          path: ['type'],
          severity: 'warning',
          message: `widgets of type "${type}" are not drawn${suggest(type, Object.keys(widgetTypes))}`,
        },
      ]
