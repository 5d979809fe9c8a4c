import { notifications } from '@mantine/notifications'
import { useQueryClient } from '@tanstack/react-query'
import { callOf } from '../../../api.ts'
import type { ListAsked } from '../table/rows.ts'
import { findCard, type Pages, withCard, withoutCard } from './cards.ts'
import { columnKey } from './use-column.ts'

type Move = { id: string; from: string; to: string; position: number }

/** Sets the status of a card. It moves at once, and back again if the server refuses. */
export function useMove(asked: ListAsked) {
  const queries = useQueryClient()
  return async (
    { id, from, to, position }: Move,
    /** Whether the caller deals with what went wrong. */
    isHandled: (error: unknown) => boolean,
  ): Promise<void> => {
    const keys = [columnKey(asked, from), columnKey(asked, to)] as const
    await Promise.all(keys.map((queryKey) => queries.cancelQueries({ queryKey })))
    const before = keys.map((key) => queries.getQueryData<Pages>(key))
    const [source, target] = before
    const card = source && findCard(source, id)
    if (!source || !card) return
    queries.setQueryData(keys[0], withoutCard(source, id))
    if (target) queries.setQueryData(keys[1], withCard(target, card, position))
    try {
      await callOf(
        'apps',
        'setStatus',
      )({
        params: { ...asked.params, id },
        input: { status: to },
      })
    } catch (error) {
      for (const [at, key] of keys.entries()) queries.setQueryData(key, before[at])
      const message = error instanceof Error ? error.message : String(error)
      if (!isHandled(error)) notifications.show({ color: 'red', message })
    }
    await queries.invalidateQueries({ queryKey: ['apps'] })
  }
}
