import type { Db } from '../../../platform/db/db.ts'
import { type Sql, sql } from '../../../platform/db/sql.ts'
import type { Kind, Settings } from '../operations.ts'
import type { Quiet } from '../times.ts'

/** `ways` are kinds with another setting than `email`. */
export type Stored = {
  muted: Kind[]
  email: Settings['email']
  ways: Partial<Record<Kind, Settings['email']>>
  quiet: Quiet | null
  digestAt: string | null
  /** Kinds without push messages. */
  unpushed: Kind[]
}

const NONE: Stored = {
  muted: [],
  email: 'digest',
  ways: {},
  quiet: null,
  digestAt: null,
  unpushed: [],
}

const clock = (column: Sql): Sql => sql`to_char(${column}, 'HH24:MI')`

/** Of the settings `s`. */
export const TIMES = sql`
  case when s.quiet_from is not null then jsonb_build_object(
    'from', ${clock(sql`s.quiet_from`)}, 'to', ${clock(sql`s.quiet_to`)}) end as quiet,
  ${clock(sql`s.digest_at`)} as "digestAt"`

/** How a notification `n` is mailed: `off`, `each` or `digest`. */
export const WAY = sql`coalesce(s.ways ->> n.kind, s.email, 'digest')`

/** Whether a notification `n` is pushed to subscribed browsers. */
export const IS_PUSHED = sql`not n.kind = any(coalesce(s.unpushed, '{}'))`

export async function findSettings(db: Db, user: string): Promise<Stored> {
  const row = await db.first(sql<Stored>`
    select s.muted, s.email, s.ways, s.unpushed, ${TIMES}
    from kontor.notification_settings s where s.user_id = ${user}`)
  return row ?? NONE
}

export const saveSettings = (db: Db, user: string, settings: Stored) => {
  const { muted, email, ways, quiet, digestAt, unpushed } = settings
  return db.run(sql`
    insert into kontor.notification_settings
      (user_id, muted, email, ways, quiet_from, quiet_to, digest_at, unpushed)
    values (${user}, ${muted}, ${email}, ${JSON.stringify(ways)}, ${quiet?.from ?? null},
      ${quiet?.to ?? null}, ${digestAt}, ${unpushed})
    on conflict (user_id) do update set muted = excluded.muted, email = excluded.email,
      ways = excluded.ways, quiet_from = excluded.quiet_from, quiet_to = excluded.quiet_to,
      digest_at = excluded.digest_at, unpushed = excluded.unpushed`)
}

export type Clocked = { id: string; zone: string; quiet: Quiet | null; digestAt: string | null }

/** When a user may be mailed. */
export const findClock = (db: Db, user: string): Promise<Clocked | undefined> =>
  db.first(sql<Clocked>`
    select u.id, u.timezone as zone, ${TIMES} from kontor.users u
    left join kontor.notification_settings s on s.user_id = u.id where u.id = ${user}`)
