import { invalid } from '../../../lib/errors.ts'
import { build, type Db, statement } from '../../../platform/db/db.ts'
import { isUniqueViolation } from '../../../platform/db/errors.ts'
import type { Preference } from '../operations.ts'

export const listPreferences = (db: Db): Promise<Preference[]> =>
  db.all(
    build.selectFrom('kontor.marketing_preferences').select(['id', 'name']).orderBy('created_at'),
  )

const selectUnknown = statement<{ id: string }>(`
  select i.id from unnest($1::uuid[]) i(id)
  where not exists (select from kontor.marketing_preferences p where p.id = i.id)`)

export async function listUnknown(db: Db, ids: readonly string[]): Promise<string[]> {
  return (await db.query(selectUnknown, [ids])).map(({ id }) => id)
}

export async function insertPreference(
  db: Db,
  { id, name, at, by }: Preference & { at: Date; by: string },
): Promise<void> {
  try {
    await db.run(
      build
        .insertInto('kontor.marketing_preferences')
        .values({ id, name, created_at: at, created_by: by }),
    )
  } catch (error) {
    if (!isUniqueViolation(error, 'marketing_preferences_name')) throw error
    throw invalid(`field "name": a preference "${name}" already exists`)
  }
}
