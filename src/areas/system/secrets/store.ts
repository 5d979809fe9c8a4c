import type { Db } from '../../../platform/db/db.ts'
import { advisoryLock } from '../../../platform/db/locks.ts'
import { once, raw, type Sql, sql } from '../../../platform/db/sql.ts'

/** All stored secrets. What the database itself must read, such as password hashes, is not sealed. */
type SecretColumn = {
  /** Its name for people. */
  name: string
  table: Sql
  id: Sql
  column: Sql
  toText: Sql
  toColumn: (value: string) => Sql
}

const text = (name: string, table: string, value: string, id = 'id::text'): SecretColumn => ({
  name,
  table: raw(table),
  id: raw(id),
  column: raw(value),
  toText: raw(value),
  toColumn: (secret) => sql`${secret}`,
})

const setting = (name: string, key: string): SecretColumn => ({
  name,
  table: raw('kontor.settings'),
  id: raw('key'),
  column: raw('value'),
  toText: sql`case when key = ${key} then value #>> '{}' end`,
  toColumn: (secret) => sql`to_jsonb(${secret}::text)`,
})

export const PLACES: readonly SecretColumn[] = [
  text('the secrets that sign messages of webhooks', 'kontor.webhooks', 'secret'),
  text('the secrets of webhooks before the last change', 'kontor.webhooks', 'old_secret'),
  text('the secrets of identity providers', 'kontor.sign_in_providers', 'secret'),
  text(
    'the tokens by which sessions end at identity providers',
    'kontor.session_origins',
    'id_token',
    'session_id::text',
  ),
  text(
    'the password of the database user for reports',
    'kontor.report_access',
    'password',
    'is_only::text',
  ),
  text('the seeds of authenticator apps', 'kontor.authenticator_apps', 'seed', 'user_id::text'),
  text('the seeds of apps being set up', 'kontor.sign_in_attempts', 'seed'),
  text(
    'the secrets of workspaces and modules',
    'kontor.workspace_secrets',
    'secret',
    "workspace || '/' || code",
  ),
  setting('the key that signs links to files', 'link_secret'),
  setting('the key that signs messages to browsers', 'push_key'),
]

type Secret = { id: string; value: string }

export const listSecrets = (db: Db, { table, id, toText }: SecretColumn): Promise<Secret[]> =>
  db.all(
    once(sql<Secret>`
      select ${id} as id, ${toText} as value from ${table} where ${toText} is not null`),
  )

/** Locks them until the end of the transaction. */
export const lockSecrets = async (db: Db, place: SecretColumn): Promise<Secret[]> => {
  await db.run(once(sql`select from ${place.table} for update`))
  return listSecrets(db, place)
}

export const saveSecret = (db: Db, { table, id, column, toColumn }: SecretColumn, secret: Secret) =>
  db.run(
    once(sql`update ${table} set ${column} = ${toColumn(secret.value)} where ${id} = ${secret.id}`),
  )

export const saveLinkSecret = (db: Db, sealed: string) =>
  db.run(sql`
    update kontor.settings set value = to_jsonb(${sealed}::text) where key = 'link_secret'`)

/** Secrets of providers, workspaces and modules are given again by people; sessions end. */
export const forgetGivenSecrets = async (db: Db, lost: string): Promise<void> => {
  const sealed = `sealed:${lost}:%`
  await db.run(sql`update kontor.sign_in_providers set secret = null where secret like ${sealed}`)
  await db.run(sql`delete from kontor.workspace_secrets where secret like ${sealed}`)
  await db.run(sql`update kontor.session_origins set id_token = null where id_token like ${sealed}`)
}

/** Of several nodes that start at once, one seals. */
export async function lockKeyId(db: Db): Promise<string | undefined> {
  await db.run(sql`select pg_advisory_xact_lock(${advisoryLock('secret key')})`)
  return findKeyId(db)
}

/** The key by which everything is sealed. */
export const findKeyId = async (db: Db): Promise<string | undefined> => {
  const row = await db.first(
    sql<{ id: string }>`select value #>> '{}' as id from kontor.settings where key = 'secret_key'`,
  )
  return row?.id
}

export const saveKeyId = (db: Db, id: string) =>
  db.run(sql`
    insert into kontor.settings (key, value) values ('secret_key', to_jsonb(${id}::text))
    on conflict (key) do update set value = excluded.value`)
