import { useCallback, useMemo } from 'react'
import { useSearchParams } from 'react-router'
import { complete, type Group, readFilter, writeFilter } from '../filter/model.ts'
import { type FilterJson, toJson } from '../filter/to-json.ts'
import type { App } from './fields.ts'
import { SUMMARIES, type Summary } from './summaries.ts'

export type Sort = { field: string; ascending: boolean }

export const MODES = ['table', 'board', 'calendar', 'timeline', 'gallery'] as const
export type Mode = (typeof MODES)[number]
export type SharedView = App['views'][number]
/** The views that the app itself has. */
export type KnownViews = Pick<App, 'views' | 'defaultView'>

/** Settings that name a field, and what they are called in an address. */
const FIELD_KEYS = {
  groupBy: 'by',
  lanes: 'lanes',
  sumOf: 'sum',
  colourBy: 'colour',
  date: 'date',
  until: 'until',
  image: 'image',
} as const
export type FieldSetting = keyof typeof FIELD_KEYS
const FIELD_SETTINGS = Object.keys(FIELD_KEYS) as FieldSetting[]

export const ZOOMS = ['day', 'week', 'month'] as const
export type Zoom = (typeof ZOOMS)[number]
/** What items are coloured by, put together like a filter. */
export type ColourRule = { colour: string; when: Group }

/** Everything a list shows, as its address tells it: a link is the view. */
export type View = {
  /** The view of the app that it begins with; all items without one. */
  shared: SharedView | undefined
  as: Mode
  /** Absent: those the reader has chosen for the app. */
  columns: string[] | undefined
  sort: Sort[]
  filter: Group
  /** A filter written by hand replaces the built one. */
  eql: string
  /** What names contain. */
  text: string
  /** The group of statuses on the board; '' = all. */
  group: string
  /** A day of the shown month or week; '' = today. */
  day: string
  span: 'month' | 'week'
  zoom: Zoom
  /** What is computed below a column, by its field. */
  summaries: Record<string, Summary>
  /** Besides those of the view of the app. */
  colours: ColourRule[]
  /** The reader's own view that it began with. */
  saved: string
} & Record<FieldSetting, string>

const KEYS = [
  ...(['all', 'shared', 'as', 'columns', 'sort', 'filter', 'eql', 'q'] as const),
  ...(['group', 'day', 'span', 'zoom', 'summaries', 'colours', 'view'] as const),
  ...Object.values(FIELD_KEYS),
] as const
type Key = (typeof KEYS)[number]

const NO_VIEWS: KnownViews = { views: [] }

const names = (text: string | null): string[] => text?.split(',').filter(Boolean) ?? []

/** Without a word, an address means the view that the app opens first. */
function sharedIn(params: URLSearchParams, { views, defaultView }: KnownViews) {
  const isBare = !KEYS.some((key) => params.has(key))
  const code = params.get('shared') ?? (isBare ? defaultView : undefined)
  return views.find((each) => each.code === code)
}

export function readView(params: URLSearchParams, known: KnownViews = NO_VIEWS): View {
  const shared = sharedIn(params, known)
  const columns = names(params.get('columns'))
  const sort = names(params.get('sort')).map((name) => ({
    field: name.replace(/^-/, ''),
    ascending: !name.startsWith('-'),
  }))
  const as = MODES.find((mode) => mode === params.get('as'))
  return {
    ...fieldsIn(params, shared),
    shared,
    as: as ?? shared?.type ?? 'table',
    columns: columns.length > 0 ? columns : shared?.columns,
    sort: sort.length > 0 ? sort : sortOf(shared),
    filter: readFilter(params.get('filter')),
    eql: params.get('eql') ?? '',
    text: params.get('q') ?? '',
    group: params.get('group') ?? shared?.group ?? '',
    day: /^\d{4}-\d\d-\d\d$/.test(params.get('day') ?? '') ? (params.get('day') ?? '') : '',
    span: params.get('span') === 'week' ? 'week' : 'month',
    zoom: ZOOMS.find((zoom) => zoom === params.get('zoom')) ?? shared?.zoom ?? 'week',
    summaries: readSummaries(params.get('summaries')) ?? shared?.summaries ?? {},
    colours: readColours(params.get('colours')),
    saved: params.get('view') ?? '',
  }
}

/** Says that something of the app's view is not wanted. */
const NONE = '-'

const fieldsIn = (params: URLSearchParams, shared: SharedView | undefined) =>
  Object.fromEntries(
    FIELD_SETTINGS.map((key) => {
      const own = params.get(FIELD_KEYS[key])
      return [key, own === NONE ? '' : (own ?? shared?.[key] ?? '')]
    }),
  ) as Record<FieldSetting, string>

function readSummaries(text: string | null): Record<string, Summary> | undefined {
  if (text === null) return undefined
  return Object.fromEntries(
    names(text).flatMap((each) => {
      const [field = '', of] = each.split(':')
      const known = SUMMARIES.find((one) => one === of)
      return known ? [[field, known]] : []
    }),
  )
}

const summariesText = (summaries: Record<string, Summary> = {}): string =>
  Object.entries(summaries)
    .map((each) => each.join(':'))
    .join(',')

/** What an address says; a mistyped one colours nothing. */
function readColours(text: string | null): ColourRule[] {
  try {
    const rules = JSON.parse(text ?? '[]') as [string, unknown][]
    return rules.flatMap(([colour, when]) => {
      const group = readFilter(JSON.stringify(when))
      return group.parts.length > 0 ? [{ colour: String(colour), when: group }] : []
    })
  } catch {
    return []
  }
}

const coloursText = (rules: ColourRule[]): string => {
  const written = rules
    .map(({ colour, when }) => [colour, writeFilter(complete(when))] as const)
    .filter(([, when]) => when !== '')
    .map(([colour, when]) => [colour, JSON.parse(when)])
  return written.length > 0 ? JSON.stringify(written) : ''
}

const sortOf = (shared: SharedView | undefined): Sort[] =>
  (shared?.sort ?? []).map(({ field, ascending = true }) => ({ field, ascending }))

const sortText = (sort: Sort[]) =>
  sort.map(({ field, ascending }) => (ascending ? field : `-${field}`)).join(',')

/** What the view of the app says already is not repeated: it may change. */
export function writeView(view: View, { defaultView }: KnownViews = NO_VIEWS): URLSearchParams {
  const { shared } = view
  const unless = (text: string, usual: string | undefined) => (text === (usual ?? '') ? '' : text)
  const orNone = (text: string, usual: string | undefined) =>
    unless(text, usual) || (text ? '' : usual && NONE) || ''
  const fields = Object.fromEntries(
    FIELD_SETTINGS.map((key) => [FIELD_KEYS[key], orNone(view[key], shared?.[key])]),
  ) as Record<(typeof FIELD_KEYS)[FieldSetting], string>
  const values: Record<Key, string> = {
    ...fields,
    all: !shared && defaultView !== undefined ? '1' : '',
    shared: shared?.code ?? '',
    as: unless(view.as, shared?.type ?? 'table'),
    columns: unless(view.columns?.join(',') ?? '', shared?.columns?.join(',')),
    sort: unless(sortText(view.sort), sortText(sortOf(shared))),
    filter: writeFilter(complete(view.filter)),
    eql: view.eql,
    q: view.text,
    group: unless(view.group, shared?.group),
    day: view.day,
    span: unless(view.span, 'month'),
    zoom: unless(view.zoom, shared?.zoom ?? 'week'),
    summaries: orNone(summariesText(view.summaries), summariesText(shared?.summaries)),
    colours: coloursText(view.colours),
    view: view.saved,
  }
  return new URLSearchParams(KEYS.flatMap((key) => (values[key] ? [[key, values[key]]] : [])))
}

/** What a saved view keeps: the address without its own name and without what was typed to find. */
export const searchOf = (view: View, known?: KnownViews): string =>
  writeView({ ...view, saved: '', text: '', day: '' }, known).toString()

/** The address of a view of the app, or of all items. */
export const addressOfShared = (shared: SharedView | undefined, known: KnownViews): string =>
  `?${writeView(readView(new URLSearchParams(shared ? { shared: shared.code } : { all: '1' }), known), known)}`

/** The view of the address, and how to change it. */
export function useView(known: KnownViews) {
  const [params, setParams] = useSearchParams()
  const view = useMemo(() => readView(params, known), [params, known])
  const change = useCallback(
    (part: Partial<View>) => {
      // What is typed letter by letter is one step back, not many.
      const replace = 'text' in part
      setParams((now) => writeView({ ...readView(now, known), ...part }, known), { replace })
    },
    [setParams, known],
  )
  return { view, change }
}

/** The filter of the list: that of the app's view, what was built or written, and what names contain. */
export function filterOf({ shared, eql, filter, text }: View): FilterJson {
  const own: FilterJson = eql ? { eql: { query: eql } } : toJson(complete(filter))
  const named = text.trim() === '' ? {} : { tf: { __name: text.trim() } }
  const parts = [named, shared?.filter ?? {}, own].filter((each) => Object.keys(each).length > 0)
  return parts.length > 1 ? { and: parts } : (parts[0] ?? {})
}

export const isFiltered = (view: View): boolean =>
  Object.keys(filterOf(view)).length > 0 || view.shared?.statusCode !== undefined
