import { useCallback, useMemo } from 'react'
import { useSearchParams } from 'react-router'
import { complete, type Group, readFilter, writeFilter } from '../filter/model.ts'
import { type FilterJson, toJson } from '../filter/to-json.ts'

export type Sort = { field: string; ascending: boolean }

/** Everything a list shows, as its address tells it: a link is the view. */
export type View = {
  as: 'table' | 'board'
  /** Absent: those the reader has chosen for the app. */
  columns: string[] | undefined
  sort: Sort[]
  filter: Group
  /** A filter written by hand replaces the built one. */
  eql: string
  /** What names contain. */
  text: string
  /** Which group of statuses is on the board. */
  group: string
  /** The saved view it began with. */
  saved: string
}

const KEYS = ['as', 'columns', 'sort', 'filter', 'eql', 'q', 'group', 'view'] as const

const names = (text: string | null): string[] => text?.split(',').filter(Boolean) ?? []

export function readView(params: URLSearchParams): View {
  const columns = names(params.get('columns'))
  return {
    as: params.get('as') === 'board' ? 'board' : 'table',
    columns: columns.length > 0 ? columns : undefined,
    sort: names(params.get('sort')).map((name) => ({
      field: name.replace(/^-/, ''),
      ascending: !name.startsWith('-'),
    })),
    filter: readFilter(params.get('filter')),
    eql: params.get('eql') ?? '',
    text: params.get('q') ?? '',
    group: params.get('group') ?? '',
    saved: params.get('view') ?? '',
  }
}

export function writeView(view: View): URLSearchParams {
  const values: Record<(typeof KEYS)[number], string> = {
    as: view.as === 'board' ? 'board' : '',
    columns: view.columns?.join(',') ?? '',
    sort: view.sort.map(({ field, ascending }) => (ascending ? field : `-${field}`)).join(','),
    filter: writeFilter(complete(view.filter)),
    eql: view.eql,
    q: view.text,
    group: view.group,
    view: view.saved,
  }
  return new URLSearchParams(KEYS.flatMap((key) => (values[key] ? [[key, values[key]]] : [])))
}

/** What a saved view keeps: the address without its own name and without what was typed to find. */
export const searchOf = (view: View): string =>
  writeView({ ...view, saved: '', text: '' }).toString()

/** The view of the address, and how to change it. */
export function useView() {
  const [params, setParams] = useSearchParams()
  const view = useMemo(() => readView(params), [params])
  const change = useCallback(
    (part: Partial<View>) => {
      // What is typed letter by letter is one step back, not many.
      const replace = 'text' in part
      setParams((now) => writeView({ ...readView(now), ...part }), { replace })
    },
    [setParams],
  )
  return { view, change }
}

/** The filter of the list: what was built or written, and what names contain. */
export function filterOf({ eql, filter, text }: View): FilterJson {
  const base: FilterJson = eql ? { eql: { query: eql } } : toJson(complete(filter))
  if (text.trim() === '') return base
  const named = { tf: { __name: text.trim() } }
  return Object.keys(base).length > 0 ? { and: [named, base] } : named
}

export const isFiltered = (view: View): boolean => Object.keys(filterOf(view)).length > 0
