import type { Db } from '../../../platform/db/db.ts'
import { once, sql, withTimeout } from '../../../platform/db/sql.ts'

export type LogAction = 'reserve' | 'register' | 'change' | 'cancel'

type Entry = { registration: string; action: LogAction; at: Date; actor: string }

/** Writes down how a registration is now. Its counter is held, so entries come one by one. */
export async function appendEntry(
  db: Db,
  { registration, action, at, actor }: Entry,
): Promise<void> {
  await db.all(sql`with entry as (
      select (r.serial_id, coalesce(c.length, 0) + 1, ${at}, ${actor}, ${action}, r.id, r.folder_id, r.item_id,
        r.period, r.index, r.number, r.date, null)::kontor.registration_log as e,
        coalesce(c.hash, '') as before
      from kontor.registrations r left join kontor.registration_chains c using (serial_id)
      where r.id = ${registration}),
    logged as (
      insert into kontor.registration_log
      select (e).serial_id, (e).position, (e).at, (e).actor_id, (e).action, (e).registration_id,
        (e).folder_id, (e).item_id, (e).period, (e).index, (e).number, (e).date,
        kontor.registration_hash(before, e)
      from entry returning serial_id, position, hash)
    insert into kontor.registration_chains (serial_id, length, hash)
    select serial_id, position, hash from logged
    on conflict (serial_id) do update set length = excluded.length, hash = excluded.hash`)
}

/** Long logs take their time. */
const TIMEOUT = 600_000

export const listBroken = (db: Db) =>
  db.all(
    withTimeout(
      once(sql<{ serial_id: string; problem: string }>`with entries as (
          select l, lag(hash, 1, '') over w as before, row_number() over w as place
          from kontor.registration_log l window w as (partition by serial_id order by position)),
        ends as (
          select distinct on (serial_id) serial_id, position, hash
          from kontor.registration_log order by serial_id, position desc),
        latest as (
          select distinct on (registration_id) * from kontor.registration_log
          order by registration_id, position desc)
        select (l).serial_id, case when (l).position <> place
            then 'entry ' || place || ' is missing'
            else 'entry ' || place || ' was changed, or the one before it' end as problem
        from entries
        where (l).position <> place or (l).hash <> kontor.registration_hash(before, l)
        union all
        select serial_id, 'the last entries are missing'
        from kontor.registration_chains c left join ends e using (serial_id)
        where (c.length, c.hash) is distinct from (coalesce(e.position, 0), coalesce(e.hash, ''))
        union all
        select e.serial_id, 'nothing says how long it should be'
        from ends e left join kontor.registration_chains c using (serial_id)
        where c.serial_id is null
        union all
        select r.serial_id, 'the number ' || r.number || ' is not what was written down'
        from kontor.registrations r left join latest l on l.registration_id = r.id
        where (r.serial_id, r.folder_id, r.item_id, r.period, r.index, r.number, r.date, r.status)
          is distinct from (l.serial_id, l.folder_id, l.item_id, l.period, l.index, l.number, l.date,
            case l.action when 'reserve' then 'reserved' when 'cancel' then 'canceled'
              when 'register' then 'registered' else r.status end)
        union all
        select l.serial_id, 'the number ' || l.number || ' was written down and is not there'
        from latest l left join kontor.registrations r on r.id = l.registration_id
        where r.id is null
        limit 100`),
      TIMEOUT,
    ),
  )

export const listEnds = (db: Db) =>
  db.all(sql<{
    serialId: string
    entries: number
    hash: string
  }>`select serial_id as "serialId", length as entries, encode(hash, 'hex') as hash
    from kontor.registration_chains order by serial_id`)
