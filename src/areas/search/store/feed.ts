import type { Db } from '../../../platform/db/db.ts'
import { sql } from '../../../platform/db/sql.ts'
import type { LogReader } from '../../../platform/event-log/retention.ts'
import type { Cursor } from '../../../platform/events.ts'

/** Held until the end of the transaction: one node feeds at a time. Undefined if another one does. */
export const lockFeed = async (db: Db): Promise<Cursor | undefined> =>
  (
    await db.first(sql<{ cursor: Cursor }>`
      select cursor from kontor.search_feed for update skip locked`)
  )?.cursor

/** The same, but waits for the other node. */
export const waitForFeed = (db: Db): Promise<number> =>
  db.run(sql`select from kontor.search_feed for update`)

export const saveCursor = (db: Db, cursor: Cursor): Promise<number> =>
  db.run(sql`update kontor.search_feed set cursor = ${JSON.stringify(cursor)}::jsonb`)

/** The position up to which the search needs no events. */
export const listReaders = (db: Db) =>
  db.all(sql<LogReader>`
    select 'the search' as name, (cursor ->> 'position')::bigint as position
    from kontor.search_feed`)

export type Progress = {
  /** Unread events; rolled-back positions count until they are known. */
  behind: number
  /** Kinds that are being indexed completely. */
  incomplete: number
}

export const getProgress = (db: Db): Promise<Progress> =>
  db.one(sql<Progress>`
    select greatest(0, coalesce((select max(position) from kontor.events), 0)
        - (cursor ->> 'position')::bigint) as behind,
      (select count(*) from kontor.search_kinds where not is_complete) as incomplete
    from kontor.search_feed`)

export type KindState = {
  kind: string
  definition: string
  after: string | null
  is_complete: boolean
}

export const listKinds = (db: Db): Promise<KindState[]> =>
  db.all(sql<KindState>`
    select kind, definition, after, is_complete from kontor.search_kinds order by kind`)

/** Reads these kinds from the beginning. */
export const saveNew = (
  db: Db,
  kinds: readonly { name: string; definition: string }[],
): Promise<number> =>
  db.run(sql`
    insert into kontor.search_kinds (kind, definition, after, is_complete)
    select k.name, k.definition, null, false
    from jsonb_to_recordset(${JSON.stringify(kinds)}::jsonb) as k(name text, definition text)
    on conflict (kind) do update
    set definition = excluded.definition, after = null, is_complete = false`)

export const saveProgress = (
  db: Db,
  kind: string,
  { after, isComplete }: { after: string | null; isComplete: boolean },
): Promise<number> =>
  db.run(sql`
    update kontor.search_kinds set after = ${after}::uuid, is_complete = ${isComplete}
    where kind = ${kind}`)

/** Everything is indexed again; existing entries are still found meanwhile. */
export const restartAll = (db: Db): Promise<number> =>
  db.run(sql`update kontor.search_kinds set after = null, is_complete = false`)
