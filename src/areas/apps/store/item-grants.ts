import type { Db } from '../../../platform/db/db.ts'
import { sql } from '../../../platform/db/sql.ts'

/** Apps of which single items were granted, as `crm/deals`. */
export async function listItemApps(db: Db, subjects: readonly string[]): Promise<string[]> {
  const rows = await db.all(sql<{ app: string }>`
    select distinct split_part(object_id, '/', 1) || '/' || split_part(object_id, '/', 2) as app
    from kontor.grants
    where object_kind = 'item' and right_code in ('read', 'manage')
      and subject_id = any(${subjects})`)
  return rows.map(({ app }) => app)
}
