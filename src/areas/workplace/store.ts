import type { Db } from '../../platform/db/db.ts'
import { advisoryLock } from '../../platform/db/locks.ts'
import { sql } from '../../platform/db/sql.ts'

export type Setting = { key: string; value: unknown }

export const listSettings = (db: Db, user: string): Promise<Setting[]> =>
  db.all(
    sql<Setting>`select key, value from kontor.user_settings where user_id = ${user} order by key`,
  )

/** What everybody has under a key, held until the end of the transaction. */
export const lockSettingsOf = (db: Db, key: string): Promise<OwnSetting[]> =>
  db.all(sql<OwnSetting>`
    select user_id, value from kontor.user_settings where key = ${key} order by user_id for update`)

export type OwnSetting = { user_id: string; value: unknown }

/** Holds the settings of a user, and answers how many there are and the text of this one. */
export async function lockSettings(
  db: Db,
  user: string,
  key: string,
): Promise<{ count: number; text: string | null }> {
  await db.run(
    sql`select pg_advisory_xact_lock(${advisoryLock('user settings', sql`${user}::text`)})`,
  )
  const found = await db.first(sql<{ count: number; text: string | null }>`
    select count(*) as count, max(value::text) filter (where key = ${key}) as text
    from kontor.user_settings where user_id = ${user}`)
  return found ?? { count: 0, text: null }
}

export const saveSetting = (db: Db, user: string, { key, text, at }: NewSetting) =>
  db.run(sql`
    insert into kontor.user_settings (user_id, key, value, updated_at)
    values (${user}, ${key}, ${text}, ${at})
    on conflict (user_id, key) do update set value = excluded.value,
      updated_at = excluded.updated_at`)

export type NewSetting = { key: string; text: string; at: Date }

export async function deleteSetting(db: Db, user: string, key: string): Promise<boolean> {
  const changed = await db.run(
    sql<{
      key: string
    }>`delete from kontor.user_settings where user_id = ${user} and key = ${key} returning key`,
  )
  return changed > 0
}
