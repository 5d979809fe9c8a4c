import type { Db } from '../../../platform/db/db.ts'
import { sql } from '../../../platform/db/sql.ts'
import type { Settings } from '../operations.ts'

export async function findSettings(db: Db, user: string): Promise<Settings> {
  const row = await db.first(sql<Settings>`
    select muted, email from kontor.notification_settings where user_id = ${user}`)
  return row ?? { muted: [], email: 'digest' }
}

export const saveSettings = (db: Db, user: string, { muted, email }: Settings) =>
  db.run(sql`
    insert into kontor.notification_settings (user_id, muted, email)
    values (${user}, ${muted}, ${email})
    on conflict (user_id) do update set muted = excluded.muted, email = excluded.email`)
