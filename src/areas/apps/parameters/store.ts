import type { Db } from '../../../platform/db/db.ts'
import { sql } from '../../../platform/db/sql.ts'

export type Saved = { code: string; value: unknown }

export const listSaved = (db: Db, workspace: string): Promise<Saved[]> =>
  db.all(
    sql<Saved>`select code, value from kontor.workspace_parameters where workspace = ${workspace}`,
  )

/** Null takes a value away. */
export async function saveValues(
  db: Db,
  workspace: string,
  values: Record<string, unknown>,
): Promise<void> {
  const json = JSON.stringify(values)
  await Promise.all([
    db.run(sql`
      delete from kontor.workspace_parameters p using jsonb_each(${json}::jsonb) v
      where p.workspace = ${workspace} and p.code = v.key and v.value = 'null'`),
    db.run(sql`
      insert into kontor.workspace_parameters (workspace, code, value)
      select ${workspace}, v.key, v.value from jsonb_each(${json}::jsonb) v where v.value <> 'null'
      on conflict (workspace, code) do update set value = excluded.value`),
  ])
}
