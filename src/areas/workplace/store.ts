import { type Db, statement } from '../../platform/db/db.ts'

export type Setting = { key: string; value: unknown }

const selectSettings = statement<Setting>(
  'select key, value from kontor.user_settings where user_id = $1 order by key',
)

export const listSettings = (db: Db, user: string): Promise<Setting[]> =>
  db.query(selectSettings, [user])

const lockUser = statement(
  `select pg_advisory_xact_lock(hashtextextended('user_settings' || $1::text, 1))`,
)
const look = statement<{ count: number; text: string | null }>(`
  select count(*) as count, max(value::text) filter (where key = $2) as text
  from kontor.user_settings where user_id = $1`)

/** Holds the settings of a user, and answers how many there are and the text of this one. */
export async function lockSettings(
  db: Db,
  user: string,
  key: string,
): Promise<{ count: number; text: string | null }> {
  await db.query(lockUser, [user])
  const [found] = await db.query(look, [user, key])
  return found ?? { count: 0, text: null }
}

const upsert = statement(`
  insert into kontor.user_settings (user_id, key, value, updated_at) values ($1, $2, $3, $4)
  on conflict (user_id, key) do update set value = excluded.value, updated_at = excluded.updated_at`)

export const saveSetting = (db: Db, user: string, { key, text, at }: NewSetting) =>
  db.query(upsert, [user, key, text, at])

export type NewSetting = { key: string; text: string; at: Date }

const remove = statement<{ key: string }>(
  'delete from kontor.user_settings where user_id = $1 and key = $2 returning key',
)

export async function deleteSetting(db: Db, user: string, key: string): Promise<boolean> {
  return (await db.query(remove, [user, key])).length > 0
}
