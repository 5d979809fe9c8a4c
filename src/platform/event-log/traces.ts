import type { Db } from '../db/db.ts'
import { sql } from '../db/sql.ts'

/**
 * Events that are needed however old they are: who deleted an item that is in the trash, and whether a transferred
 * record was changed here. Nothing else may depend on an event that can be archived.
 */
const REMEMBERED = [
  ...['app.item.', 'disk.directory.', 'disk.file.', 'registration.'],
  ...['user.created', 'user.updated', 'user.blocked', 'user.unblocked', 'user.deleted'],
]
/** After these types the object is gone and its events are not needed. */
const LAST_ONES = ['disk.file.purged']

/** Events, and of archived ones the last per object and type. */
export const knownEvents = sql`(
  select object_id, type, position, actor_id,
    coalesce(data -> 'isTransferred' = 'true', false) as is_transferred
  from kontor.events
  union all
  select object_id, type, position, actor_id, is_transferred from kontor.event_traces)`

/** Keeps what is needed of the events between two positions, and drops it for objects that are gone. Idempotent. */
export const keepTraces = (db: Db, { first, last }: { first: number; last: number }) =>
  db.run(sql`
    with gone as materialized (
      select object_id from kontor.events
      where position between ${first} and ${last} and type = any(${LAST_ONES}::text[])),
    forgotten as (
      delete from kontor.event_traces where object_id in (select object_id from gone))
    insert into kontor.event_traces as t (object_id, type, position, actor_id, is_transferred)
    select object_id, type, max(position), (array_agg(actor_id order by position desc))[1],
      bool_and(coalesce(data -> 'isTransferred' = 'true', false))
    from kontor.events e
    where position between ${first} and ${last}
      and exists (select from unnest(${REMEMBERED}::text[]) r where starts_with(type, r))
      and not exists (select from gone g where g.object_id = e.object_id)
    group by object_id, type
    on conflict (object_id, type) do update set position = excluded.position,
      actor_id = excluded.actor_id, is_transferred = t.is_transferred and excluded.is_transferred`)
