import { notifications } from '@mantine/notifications'
import { useQueryClient } from '@tanstack/react-query'
import { callOf } from '../../../api.ts'
import { listKey } from '../../../list.ts'
import type { ListRequest } from '../table/rows.ts'
import { findCard, type Pages, withCard, withoutCard } from './cards.ts'

/** What becomes of an item that is put elsewhere. */
export type Change = { status?: string; context: Record<string, unknown> }
type Move = { id: string; from: ListRequest; to: ListRequest; position: number; change: Change }

const keyOf = (asked: ListRequest) => listKey('apps', 'listItems', asked)

/** Puts a card into another cell. It moves at once, and back again if the server refuses. */
export function useMove() {
  const queries = useQueryClient()
  return async (
    { id, from, to, position, change }: Move,
    /** Whether the caller deals with what went wrong. */
    isHandled: (error: unknown) => boolean,
  ): Promise<void> => {
    const keys = [keyOf(from), keyOf(to)] as const
    const before = keys.map((key) => queries.getQueryData<Pages>(key))
    const [source, target] = before
    const card = source && findCard(source, id)
    if (!source || !card) return
    queries.setQueryData(keys[0], withoutCard(source, id))
    if (target) queries.setQueryData(keys[1], withCard(target, card, position))
    await Promise.all(keys.map((queryKey) => queries.cancelQueries({ queryKey })))
    try {
      await store({ params: from.params, id }, change)
    } catch (error) {
      for (const [at, key] of keys.entries()) queries.setQueryData(key, before[at])
      const message = error instanceof Error ? error.message : String(error)
      if (!isHandled(error)) notifications.show({ color: 'red', message })
    }
    await queries.invalidateQueries({ queryKey: ['apps'] })
  }
}

type Target = { params: ListRequest['params']; id: string }

function store({ params, id }: Target, { status, context }: Change): Promise<unknown> {
  const request = { ...params, id }
  if (status === undefined) {
    return callOf('apps', 'updateItem')({ params: request, input: { context } })
  }
  const values = Object.keys(context).length > 0 && { context }
  return callOf('apps', 'setStatus')({ params: request, input: { status, ...values } })
}
