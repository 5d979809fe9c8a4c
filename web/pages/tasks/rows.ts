import { keepPreviousData, useQueries } from '@tanstack/react-query'
import { callOf, keyOf, useApi } from '../../api.ts'

export type ListName = 'incoming' | 'outgoing' | 'assisting' | 'people'

/** A task as far as a list shows it. */
export type Row = {
  __id: string
  __name: string
  template: string
  dueDate: string | null
  performers: string[] | null
  allowReassign: boolean
  __item: { namespace: string; code: string; id: string } | null
  __createdBy: string
}

const MOST = 1000

const OPEN = { in: [{ field: 'state' }, { list: ['assignment', 'in_progress'] }] }
const INPUT = {
  fields: {
    __name: true,
    template: true,
    dueDate: true,
    performers: true,
    allowReassign: true,
    __item: true,
    __createdBy: true,
  },
  filter: OPEN,
  sortExpressions: [{ field: 'dueDate', ascending: true }],
  size: MOST,
}

const OPERATIONS = {
  incoming: 'listIncoming',
  outgoing: 'listOutgoing',
  assisting: 'listAssisting',
} as const

export type Rows = {
  data: { rows: Row[]; total: number } | undefined
  error: unknown
  refetch: () => unknown
}

type Answer = { result: { result: unknown[]; total: number | null } }

const toRows = ({ result }: Answer) => ({
  rows: byDue(result.result as Row[]),
  total: result.total ?? result.result.length,
})

/** What has no deadline comes last; otherwise it is as the server has it. */
const byDue = (rows: Row[]): Row[] => [
  ...rows.filter(({ dueDate }) => dueDate),
  ...rows.filter(({ dueDate }) => !dueDate),
]

export function useOwnRows(list: Exclude<ListName, 'people'>): Rows {
  const { data, error, refetch } = useApi('tasks', OPERATIONS[list], { input: INPUT })
  return { data: data && toRows(data), error, refetch }
}

/** The tasks of several people; one that is offered to many of them is there once. */
export function useRowsOf(people: readonly string[]): Rows {
  const answers = useQueries({
    queries: people.map((id) => ({
      queryKey: keyOf('tasks', 'listOfUser', { params: { id }, input: INPUT }),
      queryFn: () => callOf('tasks', 'listOfUser')({ params: { id }, input: INPUT }),
      placeholderData: keepPreviousData,
    })),
  })
  const error = answers.find((each) => each.error)?.error
  const refetch = () => answers.map((each) => each.refetch())
  if (answers.some(({ data }) => data === undefined)) return { data: undefined, error, refetch }
  const all = answers.flatMap(({ data }) => (data ? toRows(data).rows : []))
  const rows = [...new Map(all.map((row) => [row.__id, row])).values()].toSorted((one, other) =>
    (one.dueDate ?? '9').localeCompare(other.dueDate ?? '9'),
  )
  return { data: { rows, total: rows.length }, error: undefined, refetch }
}
