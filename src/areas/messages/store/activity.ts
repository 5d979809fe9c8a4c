import type { Db } from '../../../platform/db/db.ts'
import { sql } from '../../../platform/db/sql.ts'

/** A message by its id, or an event as it was. */
export type Happened = {
  at: Date
  message_id: string | null
  type: string
  actor_id: string | null
  object_id: string
  namespace: string | null
  code: string | null
  data: Record<string, unknown>
}

export type ActivityFilter = {
  objects: readonly string[]
  /** How types begin. */
  types: readonly string[]
  item?: { namespace: string; code: string; id: string }
}

/**
 * Nothing of this is stored for the stream: messages are there, and the log has the events, those
 * of its objects by their names and those that concern an item by `data.item`. Each part is cut
 * before all are put in order, so that the cost is that of the page and not that of the history.
 */
export const listActivity = (
  db: Db,
  stream: string,
  { objects, types, item, from, size }: ActivityFilter & { from: number; size: number },
): Promise<Happened[]> => {
  const { id = null, namespace = null, code = null } = item ?? {}
  return db.all(sql<Happened>`
    select at, message_id, type, actor_id, object_id, namespace, code, data from (
      (select created_at as at, id as message_id, null::bigint as position, '' as type,
         null::uuid as actor_id, null as object_id, null as namespace, null as code,
         null::jsonb as data
       from kontor.messages where stream = ${stream}
       order by created_at desc, id desc limit ${from}::bigint + ${size}::bigint)
      union all
      (select e.at, null, e.position, e.type, e.actor_id, e.object_id, e.namespace, e.code, e.data
       from unnest(${objects}::text[]) o(name) cross join lateral (
         select * from kontor.events
         where object_id = o.name
           and exists (select from unnest(${types}::text[]) t where starts_with(type, t))
         order by position desc limit ${from}::bigint + ${size}::bigint) e
       order by e.position desc limit ${from}::bigint + ${size}::bigint)
      union all
      (select at, null, position, type, actor_id, object_id, namespace, code, data
       from kontor.events
       where data #>> '{item,id}' = ${id} and jsonb_typeof(data -> 'item') = 'object'
         and data #>> '{item,namespace}' = ${namespace} and data #>> '{item,code}' = ${code}
       order by position desc limit ${from}::bigint + ${size}::bigint)
    ) happened
    order by at desc, position desc nulls first, message_id desc
    offset ${from} limit ${size}`)
}
