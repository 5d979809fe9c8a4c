import { type Db, statement } from '../../../platform/db/db.ts'

const selectItemApps = statement<{ app: string }>(`
  select distinct split_part(object_id, '/', 1) || '/' || split_part(object_id, '/', 2) as app
  from kontor.grants
  where object_kind = 'item' and right_code in ('read', 'manage') and subject_id = any($1)`)

/** Apps of which single items were granted, as `crm/deals`. */
export async function listItemApps(db: Db, subjects: readonly string[]): Promise<string[]> {
  return (await db.query(selectItemApps, [subjects])).map(({ app }) => app)
}
