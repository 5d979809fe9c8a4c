import type { Db } from '../db/db.ts'
import { sql } from '../db/sql.ts'

/**
 * What is asked about events however old they are: who deleted an item that is in the trash, and whether what came
 * from another system was changed here. Nothing else may depend on an event that can be in an archive.
 */
const REMEMBERED = ['app.item.', 'disk.', 'registration.', 'user.']

/** Events, and of those in archives the last one by object and type. */
export const knownEvents = sql`(
  select object_id, type, position, actor_id,
    coalesce(data -> 'isTransferred' = 'true', false) as is_transferred
  from kontor.events
  union all
  select object_id, type, position, actor_id, is_transferred from kontor.event_traces)`

/** Of the events between two positions. May be repeated. */
export const keepTraces = (db: Db, { first, last }: { first: number; last: number }) =>
  db.run(sql`
    insert into kontor.event_traces as t (object_id, type, position, actor_id, is_transferred)
    select object_id, type, max(position), (array_agg(actor_id order by position desc))[1],
      bool_and(coalesce(data -> 'isTransferred' = 'true', false))
    from kontor.events
    where position between ${first} and ${last}
      and exists (select from unnest(${REMEMBERED}::text[]) r where starts_with(type, r))
    group by object_id, type
    on conflict (object_id, type) do update set position = excluded.position,
      actor_id = excluded.actor_id, is_transferred = t.is_transferred and excluded.is_transferred`)
