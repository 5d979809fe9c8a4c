import { type Db, statement } from '../../../platform/db/db.ts'

export type Saved = { code: string; value: unknown }

const select = statement<Saved>(
  'select code, value from kontor.workspace_parameters where workspace = $1',
)

export const listSaved = (db: Db, workspace: string): Promise<Saved[]> =>
  db.query(select, [workspace])

const upsert = statement(`
  insert into kontor.workspace_parameters (workspace, code, value)
  select $1, v.key, v.value from jsonb_each($2::jsonb) v where v.value <> 'null'
  on conflict (workspace, code) do update set value = excluded.value`)

const drop = statement(`
  delete from kontor.workspace_parameters p using jsonb_each($2::jsonb) v
  where p.workspace = $1 and p.code = v.key and v.value = 'null'`)

/** Null takes a value away. */
export async function saveValues(
  db: Db,
  workspace: string,
  values: Record<string, unknown>,
): Promise<void> {
  const json = JSON.stringify(values)
  await Promise.all([db.query(drop, [workspace, json]), db.query(upsert, [workspace, json])])
}
