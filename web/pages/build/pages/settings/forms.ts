import { CHART_KINDS } from '../../../reports/numbers.ts'
import type { PageTexts } from '../texts.ts'

export const PERIODS = ['day', 'week', 'month', 'quarter', 'year']
export const FUNCTIONS = ['count', 'sum', 'avg', 'min', 'max']
const COLOURS = ['red', 'orange', 'green', 'blue', 'violet']

type Label = keyof PageTexts['settings']

/** What a field is chosen for. */
export type FieldUse = 'date' | 'number' | 'coloured' | 'grouped' | 'columns' | 'lanes' | 'image'

/** How one setting is filled in. */
export type Setting = { key: string; label?: Label } & (
  | { is: 'app' | 'contract' | 'report' | 'process' }
  | { is: 'field'; of?: FieldUse }
  | {
      is: 'fields' | 'sort' | 'statuses' | 'group' | 'filter' | 'trend' | 'text' | 'long' | 'number'
    }
  | { is: 'choice'; options: readonly string[] }
)

const items: Setting[] = [
  { key: 'app', is: 'app' },
  { key: 'statusCode', is: 'statuses' },
  { key: 'filter', is: 'filter' },
]
const computed: Setting[] = [
  { key: 'function', is: 'choice', options: FUNCTIONS },
  { key: 'field', is: 'field' },
]
const size: Setting = { key: 'size', is: 'number' }

/** What each type of widget asks for. */
const forms: Record<keyof PageTexts['types'], Setting[]> = {
  number: [
    ...items,
    ...computed,
    { key: 'trend', is: 'trend' },
    { key: 'better', is: 'choice', options: ['up', 'down'] },
    { key: 'colour', is: 'choice', options: COLOURS },
  ],
  chart: [
    ...items,
    { key: 'groupBy', is: 'field' },
    { key: 'by', is: 'choice', options: PERIODS },
    { key: 'split', is: 'field' },
    ...computed,
    { key: 'kind', is: 'choice', options: CHART_KINDS },
    { key: 'order', is: 'choice', options: ['key', 'value'] },
    size,
  ],
  list: [...items, { key: 'columns', is: 'fields' }, size],
  board: [
    { key: 'app', is: 'app' },
    { key: 'group', is: 'group' },
    { key: 'card', is: 'fields' },
    { key: 'sumOf', is: 'field', of: 'number' },
    { key: 'filter', is: 'filter' },
  ],
  calendar: [
    ...items,
    { key: 'date', is: 'field', of: 'date' },
    { key: 'until', is: 'field', of: 'date' },
  ],
  report: [
    { key: 'report', is: 'report' },
    { key: 'as', is: 'choice', options: ['table', 'chart'] },
    size,
  ],
  tasks: [{ key: 'list', is: 'choice', options: ['incoming', 'outgoing', 'assisting'] }, size],
  process: [
    { key: 'process', is: 'process' },
    { key: 'measure', is: 'choice', options: ['counts', 'times'] },
  ],
  text: [{ key: 'text', is: 'long' }],
  files: [{ key: 'directory', is: 'text' }, size],
  button: [
    { key: 'create', is: 'app' },
    { key: 'start', is: 'process' },
    { key: 'link', is: 'text' },
    { key: 'label', is: 'text' },
    { key: 'text', is: 'text', label: 'above' },
  ],
}

const reportChart: Setting[] = [
  { key: 'report', is: 'report' },
  { key: 'kind', is: 'choice', options: CHART_KINDS },
  { key: 'x', is: 'text' },
]
/** First names of types. */
const SAME: Record<string, keyof typeof forms> = { counter: 'number', table: 'report' }

/** What a widget is asked for; a chart is made of items, or of a report. */
export const formOf = (type: string, settings: object): Setting[] =>
  type === 'chart' && 'report' in settings
    ? reportChart
    : (forms[SAME[type] ?? (type as keyof typeof forms)] ?? [])

/** Of each type, what it cannot be drawn without; any of a list is enough. */
const NEEDED: Record<string, (string | string[])[]> = {
  number: [['app', 'contract']],
  counter: [['app', 'contract']],
  chart: [
    ['app', 'contract', 'report'],
    ['groupBy', 'report'],
  ],
  list: ['app'],
  board: ['app'],
  calendar: ['app', 'date'],
  report: ['report'],
  table: ['report'],
  process: ['process'],
  text: ['text'],
  files: ['directory'],
}

/** Whether enough is said for a preview. */
export const isDrawable = (type: string, settings: Record<string, unknown>): boolean =>
  (NEEDED[type] ?? []).every((keys) => [keys].flat().some((key) => Boolean(settings[key])))

/** With these a new widget shows something at once. */
export function firstSettings(type: string, app: string | undefined): Record<string, unknown> {
  if (type === 'text') return { text: '…' }
  if (type === 'button') return app ? { create: app } : { link: '/tasks' }
  if (type === 'chart') return { ...(app && { app }), groupBy: '__createdAt', by: 'month' }
  if (type === 'calendar') return { ...(app && { app }), date: '__createdAt' }
  return ['number', 'list', 'board'].includes(type) && app ? { app } : {}
}
