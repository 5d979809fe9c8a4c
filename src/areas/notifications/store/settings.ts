import { build, type Db } from '../../../platform/db/db.ts'
import type { Kind, Settings } from '../operations.ts'

const TABLE = 'kontor.notification_settings'

export async function findSettings(db: Db, user: string): Promise<Settings> {
  const query = build.selectFrom(TABLE).select(['muted', 'email']).where('user_id', '=', user)
  const row = await db.first(query)
  return {
    muted: (row?.muted ?? []) as Kind[],
    email: (row?.email ?? 'digest') as Settings['email'],
  }
}

export const saveSettings = (db: Db, user: string, { muted, email }: Settings) =>
  db.run(
    build
      .insertInto(TABLE)
      .values({ user_id: user, muted, email })
      .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ muted, email })),
  )
