import { type Db, statement } from '../../../platform/db/db.ts'

/** A message by its id, or an event as it was. */
export type Happened = {
  at: Date
  message_id: string | null
  type: string
  actor_id: string | null
  object_id: string
  data: Record<string, unknown>
}

/**
 * Nothing of this is stored for the stream: messages are there, and the log has the events, those
 * of its objects by their names and those that concern an item by `data.item`. Each part is cut
 * before all are put in order, so that the cost is that of the page and not that of the history.
 */
const select = statement<Happened>(`
  select at, message_id, type, actor_id, object_id, data from (
    (select created_at as at, id as message_id, null::bigint as position, null as type,
       null::uuid as actor_id, null as object_id, null::jsonb as data
     from kontor.messages where stream = $1
     order by created_at desc, id desc limit $5::bigint + $6::bigint)
    union all
    (select e.at, null, e.position, e.type, e.actor_id, e.object_id, e.data
     from unnest($7::text[]) o(name) cross join lateral (
       select * from kontor.events
       where object_id = o.name and exists (select from unnest($8::text[]) t where starts_with(type, t))
       order by position desc limit $5::bigint + $6::bigint) e
     order by e.position desc limit $5::bigint + $6::bigint)
    union all
    (select at, null, position, type, actor_id, object_id, data
     from kontor.events
     where data #>> '{item,id}' = $2 and jsonb_typeof(data -> 'item') = 'object'
       and data #>> '{item,namespace}' = $3 and data #>> '{item,code}' = $4
     order by position desc limit $5::bigint + $6::bigint)
  ) happened
  order by at desc, position desc nulls first, message_id desc
  offset $5 limit $6`)

export type Wanted = {
  objects: readonly string[]
  /** How types begin. */
  types: readonly string[]
  item?: { namespace: string; code: string; id: string }
}

export const listActivity = (
  db: Db,
  stream: string,
  { objects, types, item, from, size }: Wanted & { from: number; size: number },
): Promise<Happened[]> => {
  const about = [item?.id ?? null, item?.namespace ?? null, item?.code ?? null]
  return db.query(select, [stream, ...about, from, size, objects, types])
}
