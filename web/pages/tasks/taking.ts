import { notifications } from '@mantine/notifications'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo } from 'react'
import { refresh } from '../../api.ts'
import { useTexts } from '../../texts/index.ts'
import { type Batch, type Outcome, sendAll, type TakenExit, take, useBatches } from './pending.ts'

const MOST_NAMED = 3

/** Takes exits from a list, and says what could not be done: those rows are back. */
export function useTaking() {
  const t = useTexts().tasks
  const queries = useQueryClient()
  const batches = useBatches()
  const hidden = useMemo(
    () => new Set(batches.flatMap(({ tasks }) => tasks.map(({ id }) => id))),
    [batches],
  )
  const onSettled = useCallback(
    async ({ tasks, exit }: Batch, outcome: Outcome | Error) => {
      const failed = failedOf(tasks, outcome)
      if (failed.length > 0) {
        notifications.show({
          color: 'red',
          autoClose: false,
          title: t.list.notDone(failed.length),
          message: failed
            .slice(0, MOST_NAMED)
            .map(({ name, why }) => `${name}: ${why}`)
            .join('; '),
        })
      }
      const done = tasks.length - failed.length
      if (done > 0) notifications.show({ message: t.list.done(done, exit) })
      await refresh(queries, ['task', 'instance', 'item'])
    },
    [queries, t],
  )
  useEffect(() => {
    // A phone ends pages in the background without another word.
    const hide = () => document.visibilityState === 'hidden' && void sendAll()
    window.addEventListener('pagehide', sendAll)
    document.addEventListener('visibilitychange', hide)
    return () => {
      window.removeEventListener('pagehide', sendAll)
      document.removeEventListener('visibilitychange', hide)
      void sendAll()
    }
  }, [])
  return {
    hidden,
    takeExit: (exit: string, tasks: TakenExit[], isUndoable: boolean) =>
      take({ exit, tasks, onSettled }, { isUndoable }),
  }
}

type Failed = { name: string; why: string }

function failedOf(tasks: readonly TakenExit[], outcome: Outcome | Error): Failed[] {
  if (outcome instanceof Error) {
    return tasks.map(({ name }) => ({ name, why: outcome.message }))
  }
  return tasks.flatMap(({ id, name }) => {
    const why = outcome.errors[id]
    return why === undefined ? [] : [{ name, why }]
  })
}
