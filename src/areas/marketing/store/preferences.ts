import { invalid } from '../../../lib/errors.ts'
import type { Db } from '../../../platform/db/db.ts'
import { isUniqueViolation } from '../../../platform/db/errors.ts'
import { sql } from '../../../platform/db/sql.ts'
import type { Preference } from '../operations.ts'

export const listPreferences = (db: Db): Promise<Preference[]> =>
  db.all(sql<Preference>`select id, name from kontor.marketing_preferences order by created_at`)

export async function listUnknown(db: Db, ids: readonly string[]): Promise<string[]> {
  const rows = await db.all(sql<{ id: string }>`
    select i.id from unnest(${ids}::uuid[]) i(id)
    where not exists (select from kontor.marketing_preferences p where p.id = i.id)`)
  return rows.map(({ id }) => id)
}

export async function insertPreference(
  db: Db,
  { id, name, at, by }: Preference & { at: Date; by: string },
): Promise<void> {
  try {
    await db.run(sql`
      insert into kontor.marketing_preferences (id, name, created_at, created_by)
      values (${id}, ${name}, ${at}, ${by})`)
  } catch (error) {
    if (!isUniqueViolation(error, 'marketing_preferences_name')) throw error
    throw invalid(`field "name": a preference "${name}" already exists`)
  }
}
