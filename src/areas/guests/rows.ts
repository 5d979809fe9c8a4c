import type { StoredApp } from '../../definitions/snapshot.ts'
import type { ItemRow, SharedFile } from './operations.ts'

export type Values = Record<string, unknown>

/** An item as a line of a list. */
export function toRow({ namespace, code, body }: StoredApp, values: Values): ItemRow {
  const { status } = (values.__status ?? {}) as { status?: number }
  const statuses = body.statuses.flatMap((group) => group.statuses)
  return {
    namespace,
    code,
    id: String(values.__id),
    name: String(values.__name ?? ''),
    status: statuses.find(({ id }) => id === status)?.name ?? null,
    changedAt: new Date(String(values.__updatedAt)).toISOString(),
  }
}

type File = { __id: string; __name: string; size: number }

export const toFile = ({ __id, __name, size }: File): SharedFile => ({
  id: __id,
  name: __name,
  size,
})
