import type { Db } from '../../../platform/db/db.ts'
import { sql } from '../../../platform/db/sql.ts'

/** The fingerprint of the built-in solution that was applied last. */
export async function findBuiltIn(db: Db): Promise<string | undefined> {
  const row = await db.first(
    sql<{
      print: string
    }>`select value #>> '{}' as print from kontor.settings where key = 'built_in'`,
  )
  return row?.print
}

export const saveBuiltIn = async (db: Db, print: string): Promise<void> => {
  await db.run(sql`
    insert into kontor.settings (key, value) values ('built_in', to_jsonb(${print}::text))
    on conflict (key) do update set value = excluded.value`)
}
