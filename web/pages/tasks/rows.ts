import { useState } from 'react'
import { useApi } from '../../api.ts'
import {
  ALL,
  endOfDay,
  filterOf,
  narrowedBy,
  type State,
  type TaskQuery,
  type Whose,
} from './query.ts'

/** `people` are the team of the reader, `all` is for administrators. */
export type ListName = 'incoming' | 'outgoing' | 'assisting' | 'people' | 'all'

/** A task as far as a list shows it. */
export type Row = {
  __id: string
  __name: string
  state: string
  template: string
  instance: { __id: string; __name: string }
  dueDate: string | null
  performers: string[] | null
  allowReassign: boolean
  __item: { namespace: string; code: string; id: string } | null
  priority: number
  __createdBy: string
  __updatedAt: string
  snoozedUntil?: string
  followUpAt?: string
}

/** As many are asked for at once. */
export const STEP = 1000

const FIELDS = {
  __name: true,
  state: true,
  template: true,
  instance: true,
  dueDate: true,
  performers: true,
  allowReassign: true,
  __item: true,
  priority: true,
  __createdBy: true,
  __updatedAt: true,
  snoozedUntil: true,
  followUpAt: true,
}

const OPERATIONS = {
  incoming: 'listIncoming',
  outgoing: 'listOutgoing',
  assisting: 'listAssisting',
  people: 'list',
  all: 'list',
} as const

export const whoseIn = (list: ListName): Whose =>
  list === 'incoming' || list === 'assisting' ? 'author' : 'performer'

/** What is put off is in a list of its own, but only for whoever put it off. */
const stateOf = (state: State, list: ListName) => ({
  closed: state === 'finished',
  ...(list === 'incoming' && state !== 'finished' && { snoozed: state === 'snoozed' }),
})

const byTime = (state: State) =>
  state === 'finished'
    ? [{ field: '__updatedAt', ascending: false }]
    : [{ field: 'dueDate', ascending: true }]

type Answer = { result: { result: unknown[]; total: number | null } }

const toRows = ({ result }: Answer, state: State) => ({
  rows: state === 'finished' ? (result.result as Row[]) : byDue(result.result as Row[]),
  total: result.total ?? result.result.length,
})

/** What has no deadline comes last; otherwise it is as the server has it. */
const byDue = (rows: Row[]): Row[] => [
  ...rows.filter(({ dueDate }) => dueDate),
  ...rows.filter(({ dueDate }) => !dueDate),
]

export type Rows = {
  data: { rows: Row[]; total: number } | undefined
  error: unknown
  refetch: () => unknown
}

type TaskRequest = { query: TaskQuery; size?: number; team?: readonly string[] | undefined }

/** The tasks of a list; `people` are those of the team. */
export function useRows(list: ListName, { query, size = STEP, team }: TaskRequest): Rows {
  const [now] = useState(() => new Date())
  const { state } = query
  const input = {
    fields: FIELDS,
    filter: filterOf(query, { now, whose: whoseIn(list), team }),
    sortExpressions: byTime(state),
    size,
    ...stateOf(state, list),
    ...narrowedBy(query, now),
  }
  const asked = useApi('tasks', OPERATIONS[list], { input }, { keep: true })
  const { data, error, refetch } = asked
  return { data: data && toRows(data, state), error, refetch }
}

export const useOwnRows = (list: 'incoming' | 'outgoing' | 'assisting'): Rows =>
  useRows(list, { query: ALL })

/** How many there are by what the list can be narrowed with; what it is narrowed to does not count. */
export function useFacets(list: ListName, { query, team }: TaskRequest) {
  const [now] = useState(() => new Date())
  const { state } = query
  const input = {
    list: list === 'people' ? ('all' as const) : list,
    filter: team ? { tf: { performers: team } } : {},
    endOfDay: endOfDay(now).toISOString(),
    ...stateOf(state, list),
    ...narrowedBy(query, now),
  }
  return useApi('tasks', 'facets', { input }, { keep: true, enabled: team?.length !== 0 })
}
