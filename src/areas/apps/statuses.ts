import { v5 } from 'uuid'
import type { StoredApp } from '../../definitions/snapshot.ts'
import { memoize } from '../../lib/cache.ts'
import { invalid } from '../../lib/errors.ts'
import type { StatusSettings } from './status-operations.ts'

/** The same group has the same id on every system. */
export const statusGroupId = (appId: string, code: string): string => v5(`status:${code}`, appId)

export const statusSettings = memoize(
  ({ id, body }: StoredApp): StatusSettings => ({
    groupItems: body.statuses.map(({ code, name }) => ({
      id: statusGroupId(id, code),
      code,
      name,
    })),
    statusItems: body.statuses.flatMap((group) =>
      group.statuses.map((status) => ({
        id: status.id,
        name: status.name,
        code: status.code,
        groupId: statusGroupId(id, group.code),
      })),
    ),
  }),
)

/** A new item starts in the first status of the chosen group, or of the first one. */
export function initialStatus(app: StoredApp, groupId: string | undefined): number | null {
  const { statusItems } = statusSettings(app)
  // Programs send a group to every app; one without statuses has none that could be wrong.
  if (groupId === undefined || statusItems.length === 0) return statusItems[0]?.id ?? null
  const first = statusItems.find((status) => status.groupId === groupId)
  if (!first) throw invalid(`the app ${app.namespace}/${app.code} has no status group ${groupId}`)
  return first.id
}

export function statusByCode(app: StoredApp, code: string): number {
  const { statusItems } = statusSettings(app)
  const found = statusItems.find((status) => status.code === code)
  if (found) return found.id
  const known = statusItems.map((status) => status.code).join(', ')
  throw invalid(`unknown status code: ${code}${known && `, expected one of ${known}`}`)
}

export const statusCodeOf = (app: StoredApp, id: number): string | undefined =>
  statusSettings(app).statusItems.find((status) => status.id === id)?.code
