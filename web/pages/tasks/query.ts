import { useCallback, useMemo } from 'react'
import { useSearchParams } from 'react-router'
import type { FilterJson } from '../apps/filter/to-json.ts'

export const STATES = ['open', 'snoozed', 'finished'] as const
export type State = (typeof STATES)[number]

export const DUE = ['overdue', 'today', 'week', 'later', 'none'] as const
export type Due = (typeof DUE)[number]

/** What a list of tasks is narrowed to, as its address tells it: a link is the list. */
export type TaskQuery = {
  state: State
  text: string
  /** `<namespace>:<code>`, or `none` for tasks without a process. */
  process: string
  /** `<namespace>/<code>`. */
  app: string
  person: string
  due: Due | ''
  priority: string
  /** The id of a step in the diagram of its process. */
  step: string
  late: boolean
  /** Only what was over in the last so many days. */
  ended: string
  /** The saved view it began with. */
  saved: string
}

const one = <T extends string>(values: readonly T[], text: string | null): T | undefined =>
  values.find((value) => value === text)

export const readQuery = (params: URLSearchParams): TaskQuery => ({
  state: one(STATES, params.get('state')) ?? 'open',
  text: params.get('q') ?? '',
  process: params.get('process') ?? '',
  app: params.get('app') ?? '',
  person: params.get('person') ?? '',
  due: one(DUE, params.get('due')) ?? '',
  priority: params.get('priority') ?? '',
  step: params.get('step') ?? '',
  late: params.get('late') === 'true',
  ended: /^\d{1,4}$/.exec(params.get('ended') ?? '')?.[0] ?? '',
  saved: params.get('view') ?? '',
})

export function writeQuery(query: TaskQuery): URLSearchParams {
  const { state, text, late, saved, ...rest } = query
  const values = {
    ...(state !== 'open' && { state }),
    ...{ q: text, ...rest, late: late ? 'true' : '', view: saved },
  }
  return new URLSearchParams(Object.entries(values).filter(([, value]) => value !== ''))
}

/** What a saved view keeps: the address without its own name. */
export const searchOf = (query: TaskQuery): string => writeQuery({ ...query, saved: '' }).toString()

export const isNarrowed = ({ state: _, saved: __, ...query }: TaskQuery): boolean =>
  Object.values(query).some((value) => value !== '' && value !== false)

/** A list that is narrowed to nothing. */
export const ALL: TaskQuery = readQuery(new URLSearchParams())

/** The list of the address, and how to change it. */
export function useTaskQuery() {
  const [params, setParams] = useSearchParams()
  const query = useMemo(() => readQuery(params), [params])
  const change = useCallback(
    (part: Partial<TaskQuery>) =>
      setParams((now) => writeQuery({ ...readQuery(now), ...part }), {
        // What is typed letter by letter is one step back, not many.
        replace: 'text' in part,
      }),
    [setParams],
  )
  return { query, change }
}

const DAY = 86_400_000

export const endOfDay = (now: Date): Date =>
  new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1)

function dueFilter(due: Due, now: Date): FilterJson {
  const today = endOfDay(now)
  const week = new Date(today.getTime() + 6 * DAY)
  const between = (min: Date | null, max: Date | null) => ({
    tf: { dueDate: { min: min?.toISOString() ?? null, max: max?.toISOString() ?? null } },
  })
  if (due === 'none') return { tf: { dueDate: null } }
  if (due === 'overdue') return between(null, now)
  if (due === 'today') return between(now, today)
  return due === 'week' ? between(today, week) : between(week, null)
}

const equal = (field: string, value: unknown): FilterJson => ({
  eq: [{ field }, { const: value }],
})

/** What a request says beside its filter. */
export const narrowedBy = ({ text, step, late, ended }: TaskQuery, now: Date) => ({
  ...(text && { text }),
  ...(step && { element: step }),
  ...(late && { late }),
  ...(ended && { endedAfter: new Date(now.getTime() - Number(ended) * DAY).toISOString() }),
})

/** Among what is asked of me I look for who asks, elsewhere for who is asked. */
export type Whose = 'author' | 'performer'

/** The filter of a list request. */
export function filterOf(
  query: TaskQuery,
  { now, whose, team }: { now: Date; whose: Whose; team?: readonly string[] | undefined },
): FilterJson {
  const { process, app, person, due, priority } = query
  const [namespace, code] = app.split('/')
  const parts: FilterJson[] = [
    ...(process ? [equal('templateNsAndCode', process === 'none' ? '' : process)] : []),
    ...(app ? [{ tf: { __item: { namespace, code } } }] : []),
    ...(person && whose === 'author' ? [equal('__createdBy', person)] : []),
    ...(person && whose === 'performer' ? [{ tf: { performers: [person] } }] : []),
    ...(team ? [{ tf: { performers: team } }] : []),
    ...(due ? [dueFilter(due, now)] : []),
    ...(priority ? [equal('priority', Number(priority))] : []),
  ]
  return parts.length > 1 ? { and: parts } : (parts[0] ?? {})
}
