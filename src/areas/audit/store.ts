import { build, type Db } from '../../platform/db/db.ts'
import type { AuditEntry } from './operations.ts'

export type Wanted = {
  object?: string | undefined
  actor?: string | undefined
  type?: string | undefined
  namespace?: string | undefined
  code?: string | undefined
  since?: string | undefined
  until?: string | undefined
  before?: number | undefined
  size: number
}

export async function listEntries(db: Db, wanted: Wanted): Promise<AuditEntry[]> {
  const { object, actor, type, namespace, code, since, until, before, size } = wanted
  let query = build.selectFrom('kontor.events').selectAll().orderBy('position', 'desc').limit(size)
  if (object !== undefined) query = query.where('object_id', '=', object)
  if (actor !== undefined) query = query.where('actor_id', '=', actor)
  if (namespace !== undefined) query = query.where('namespace', '=', namespace)
  if (code !== undefined) query = query.where('code', '=', code)
  if (since !== undefined) query = query.where('at', '>=', new Date(since))
  if (until !== undefined) query = query.where('at', '<', new Date(until))
  if (before !== undefined) query = query.where('position', '<', before)
  if (type?.endsWith('*')) query = query.where('type', '^@' as 'like', type.slice(0, -1))
  else if (type !== undefined) query = query.where('type', '=', type)
  const rows = await db.all(query)
  return rows.map((row) => ({
    position: row.position,
    at: row.at.toISOString(),
    type: row.type,
    object: row.object_id,
    namespace: row.namespace,
    code: row.code,
    actor: row.actor_id,
    credential: row.credential_id,
    requestId: row.request_id,
    data: row.data as Record<string, unknown>,
  }))
}
