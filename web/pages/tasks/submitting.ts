import { notifications } from '@mantine/notifications'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { callOf, refresh } from '../../api.ts'
import { useTexts } from '../../texts/index.ts'
import type { Row } from './rows.ts'

const LISTS = ['listIncoming', 'listOutgoing', 'listAssisting', 'listOfUser']

type Listed = { result: { result: Row[]; total: number | null } }
type Quickly = { task: Row; exit: { id: string; name: string } }

/** Finishes a task from a list: it is gone at once, and comes back when the server says no. */
export function useQuickSubmit() {
  const t = useTexts()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ task, exit }: Quickly) =>
      callOf('tasks', 'submit')({ params: { id: task.__id }, input: { exitId: exit.id } }),
    onMutate: async ({ task }) => {
      await queries.cancelQueries({ predicate: ({ queryKey }) => isList(queryKey) })
      const before = queries.getQueriesData<Listed>({
        predicate: ({ queryKey }) => isList(queryKey),
      })
      for (const [key, known] of before) {
        if (known) queries.setQueryData(key, without(known, task.__id))
      }
      return before
    },
    onError: (error, { task }, before) => {
      for (const [key, known] of before ?? []) queries.setQueryData(key, known)
      notifications.show({
        color: 'red',
        title: t.tasks.list.notDone(task.__name),
        message: error.message,
      })
    },
    onSuccess: (_, { task, exit }) =>
      notifications.show({ message: t.tasks.list.done(task.__name, exit.name) }),
    onSettled: () => refresh(queries, ['task', 'instance', 'item']),
  })
}

const isList = (key: readonly unknown[]) => key[0] === 'tasks' && LISTS.includes(String(key[1]))

const without = ({ result }: Listed, id: string): Listed => ({
  result: {
    ...result,
    result: result.result.filter(({ __id }) => __id !== id),
    total: result.total === null ? null : Math.max(0, result.total - 1),
  },
})
