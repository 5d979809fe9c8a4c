import type { Edit } from '../draft/types.ts'
import { pathOf, workspaceOf } from '../parts.ts'

/** A widget on a page, as its file has it. */
export type Entry = string | { widget: string; width?: number; height?: number; column?: number }
export type PageValue = { name?: string; type?: string; widgets?: Entry[] }
export type WidgetValue = { name?: string; type?: string; settings?: Record<string, unknown> }

export const codeOf = (entry: Entry): string => (typeof entry === 'string' ? entry : entry.widget)

export const placeIn = (entry: Entry) => {
  const { width = null, height = null, column = null } = typeof entry === 'string' ? {} : entry
  return { width, height, column }
}

/** The file of a widget of the same workspace as a page. */
export const widgetFile = (page: string, code: string): string =>
  pathOf('widget', { workspace: workspaceOf(page), code })

/** A page without widgets has no list to insert into. */
export function placeWidget(page: string, value: PageValue, entry: Entry): Edit[] {
  const at = value.widgets?.length ?? 0
  return value.widgets === undefined
    ? [{ file: page, op: 'set', at: ['widgets'], value: [entry] }]
    : [{ file: page, op: 'insert', at: ['widgets', at], value: entry }]
}

/** A new widget with its file, at the end of the page. */
export const addWidget = (
  page: string,
  value: PageValue,
  { code, ...widget }: { code: string; name: string; type: string; settings: object },
): Edit[] => [
  { file: widgetFile(page, code), op: 'create', value: widget },
  ...placeWidget(page, value, { widget: code }),
]

type Size = { width: number; height: number }

/** Only what differs is written: a line for each number. */
export function resizeWidget(page: string, at: number, entry: Entry, size: Size): Edit[] {
  if (typeof entry === 'string') {
    return [{ file: page, op: 'set', at: ['widgets', at], value: { widget: entry, ...size } }]
  }
  return (['width', 'height'] as const)
    .filter((key) => entry[key] !== size[key])
    .map((key) => ({ file: page, op: 'set', at: ['widgets', at, key], value: size[key] }))
}

/** A code for a name that no widget has yet. */
export function freeCode(name: string, taken: ReadonlySet<string>): string {
  const plain = name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '')
  const base = /^[a-z]/.test(plain)
    ? plain.slice(0, 40)
    : `widget${plain && `_${plain}`}`.slice(0, 40)
  if (!taken.has(base)) return base
  for (let number = 2; ; number++) if (!taken.has(`${base}_${number}`)) return `${base}_${number}`
}
