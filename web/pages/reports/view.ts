import { useCallback, useMemo } from 'react'
import { useSearchParams } from 'react-router'
import {
  complete,
  type Group,
  isGroup,
  type Part,
  readFilter,
  writeFilter,
} from '../apps/filter/model.ts'
import { type FilterJson, toJson } from '../apps/filter/to-json.ts'
import type { Report } from './list-page.tsx'
import type { Sort } from './rows.ts'
import { defaultsOf, type Values } from './values.ts'

type SharedView = Report['views'][number]

/** Everything a report shows, as its address tells it: a link is the view. */
export type ReportView = {
  /** The view of everybody that it begins with. */
  shared: SharedView | undefined
  parameters: Values
  sort: Sort | undefined
  filter: Group
  /** A filter written by hand replaces the built one. */
  eql: string
  /** The reader's own view that it began with. */
  saved: string
}

/** Columns and parameters may have gone since an address was kept. */
export function readView(params: URLSearchParams, report: Report): ReportView {
  const shared = report.views.find(({ code }) => code === params.get('shared'))
  const sort = params.get('sort')
  const codes = new Set(report.columns.map(({ code }) => code))
  const column = sort?.replace(/^-/, '') ?? ''
  return {
    shared,
    parameters: { ...initialOf(report, shared), ...readValues(params.get('p'), report) },
    sort: codes.has(column) ? { column, ascend: !sort?.startsWith('-') } : sortOf(shared),
    filter: known(readFilter(params.get('filter')), codes),
    eql: params.get('eql') ?? '',
    saved: params.get('view') ?? '',
  }
}

const initialOf = (report: Report, shared: SharedView | undefined): Values => ({
  ...defaultsOf(report),
  ...shared?.parameters,
})

function sortOf(shared: SharedView | undefined): Sort | undefined {
  const [first] = shared?.sort ?? []
  return first && { column: first.column, ascend: first.ascending ?? true }
}

function readValues(text: string | null, { parameters }: Report): Values {
  try {
    const values = JSON.parse(text ?? '{}') as Values
    return Object.fromEntries(
      parameters
        .filter(({ code }) => Object.hasOwn(values, code))
        .map(({ code }) => [code, values[code]]),
    )
  } catch {
    return {}
  }
}

const known = (group: Group, codes: ReadonlySet<string>): Group => ({
  isAny: group.isAny,
  parts: group.parts.flatMap((part): Part[] => {
    if (isGroup(part)) return [known(part, codes)]
    return codes.has(part.field) ? [part] : []
  }),
})

const isSame = (one: unknown, other: unknown) =>
  JSON.stringify(one ?? null) === JSON.stringify(other ?? null)

/** What the shared view and the definition say already is not repeated. */
export function writeView(view: ReportView, report: Report): URLSearchParams {
  const { shared, sort, parameters } = view
  const usual = initialOf(report, shared)
  const own = Object.entries(parameters).filter(([code, value]) => !isSame(value, usual[code]))
  const values: [string, string][] = [
    ['shared', shared?.code ?? ''],
    ['p', own.length > 0 ? JSON.stringify(Object.fromEntries(own)) : ''],
    [
      'sort',
      sort && !isSame(sort, sortOf(shared)) ? `${sort.ascend ? '' : '-'}${sort.column}` : '',
    ],
    ['filter', writeFilter(complete(view.filter))],
    ['eql', view.eql],
    ['view', view.saved],
  ]
  return new URLSearchParams(values.filter(([, text]) => text !== ''))
}

/** What a saved view keeps: the address without its own name. */
export const searchOf = (view: ReportView, report: Report): string =>
  writeView({ ...view, saved: '' }, report).toString()

export const addressOfShared = (shared: SharedView | undefined, report: Report): string =>
  `?${searchOf(readView(new URLSearchParams(shared ? { shared: shared.code } : {}), report), report)}`

/** The view of the address, and how to change it. */
export function useReportView(report: Report) {
  const [params, setParams] = useSearchParams()
  const view = useMemo(() => readView(params, report), [params, report])
  const change = useCallback(
    (part: Partial<ReportView>) =>
      setParams((now) => writeView({ ...readView(now, report), ...part }, report)),
    [setParams, report],
  )
  return { view, change }
}

/** Which rows: those of the shared view, and of them what was built or written. */
export function whereOf({ shared, filter, eql }: ReportView): FilterJson {
  const own: FilterJson = eql ? { eql: { query: eql } } : toJson(complete(filter))
  const parts = [shared?.filter ?? {}, own].filter((each) => Object.keys(each).length > 0)
  return parts.length > 1 ? { and: parts } : (parts[0] ?? {})
}

/** As a definition writes it, for a view that everybody gets. */
export function toDefinition(name: string, view: ReportView, report: Report) {
  const { parameters, sort } = view
  const usual = defaultsOf(report)
  const own = Object.entries(parameters).filter(([code, value]) => !isSame(value, usual[code]))
  const filter = whereOf(view)
  return {
    name,
    ...(own.length > 0 && { parameters: Object.fromEntries(own) }),
    ...(Object.keys(filter).length > 0 && { filter }),
    ...(sort && { sort: [{ column: sort.column, ascending: sort.ascend }] }),
  }
}
