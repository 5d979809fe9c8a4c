import type { Db } from '../../../platform/db/db.ts'
import { sql } from '../../../platform/db/sql.ts'

export type Saved = { code: string; value: unknown }

export const listSaved = (db: Db, workspace: string): Promise<Saved[]> =>
  db.all(
    sql<Saved>`select code, value from kontor.workspace_parameters where workspace = ${workspace}`,
  )

export type SavedSecret = { code: string; secret: string }

/** Sealed. */
export const listSecrets = (db: Db, workspace: string): Promise<SavedSecret[]> =>
  db.all(sql<SavedSecret>`
    select code, secret from kontor.workspace_secrets where workspace = ${workspace}`)

/** Sealed; null takes one away. */
export async function saveSecrets(
  db: Db,
  workspace: string,
  sealed: Record<string, string | null>,
): Promise<void> {
  const json = JSON.stringify(sealed)
  await Promise.all([
    db.run(sql`
      delete from kontor.workspace_secrets s using jsonb_each_text(${json}::jsonb) v
      where s.workspace = ${workspace} and s.code = v.key and v.value is null`),
    db.run(sql`
      insert into kontor.workspace_secrets (workspace, code, secret)
      select ${workspace}, v.key, v.value from jsonb_each_text(${json}::jsonb) v
      where v.value is not null
      on conflict (workspace, code) do update set secret = excluded.secret`),
  ])
}

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
