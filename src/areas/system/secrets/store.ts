import { type Db, oneOff, statement } from '../../../platform/db/db.ts'

/** Where secrets lie. What the database itself must read, such as password hashes, is no secret to it. */
type Place = {
  /** What it is to people. */
  name: string
  table: string
  id: string
  value: string
  toText: string
  toColumn: string
}

const text = (name: string, table: string, value: string, id = 'id::text'): Place => ({
  name,
  table,
  id,
  value,
  toText: value,
  toColumn: '$2',
})

export const PLACES: readonly Place[] = [
  text('the secrets that sign messages of webhooks', 'kontor.webhooks', 'secret'),
  text('the secrets of webhooks before the last change', 'kontor.webhooks', 'old_secret'),
  text(
    'the password of the database user for reports',
    'kontor.report_access',
    'password',
    'is_only::text',
  ),
  {
    name: 'the key that signs links to files',
    table: 'kontor.settings',
    id: 'key',
    value: 'value',
    toText: `case when key = 'link_secret' then value #>> '{}' end`,
    toColumn: 'to_jsonb($2::text)',
  },
]

type Secret = { id: string; value: string }

export const listSecrets = (db: Db, { table, id, toText }: Place): Promise<Secret[]> =>
  db.query(
    oneOff<Secret>(
      `select ${id} as id, ${toText} as value from ${table} where ${toText} is not null`,
    ),
    [],
  )

/** Nobody changes them until the transaction ends. */
export const lockSecrets = async (db: Db, place: Place): Promise<Secret[]> => {
  await db.query(oneOff(`select from ${place.table} for update`), [])
  return listSecrets(db, place)
}

export const saveSecret = (db: Db, { table, id, value, toColumn }: Place, secret: Secret) =>
  db.query(oneOff(`update ${table} set ${value} = ${toColumn} where ${id} = $1`), [
    secret.id,
    secret.value,
  ])

const updateLinkSecret = statement(`
  update kontor.settings set value = to_jsonb($1::text) where key = 'link_secret'`)

export const saveLinkSecret = (db: Db, sealed: string) => db.query(updateLinkSecret, [sealed])

const lock = statement('select pg_advisory_xact_lock(83650011)')
const selectKeyId = statement<{ id: string }>(
  `select value #>> '{}' as id from kontor.settings where key = 'secret_key'`,
)

/** Of several nodes that start at once, one seals. */
export async function lockKeyId(db: Db): Promise<string | undefined> {
  await db.query(lock, [])
  return findKeyId(db)
}

/** The key by which everything is sealed. */
export const findKeyId = async (db: Db): Promise<string | undefined> =>
  (await db.query(selectKeyId, []))[0]?.id

const upsertKeyId = statement(`
  insert into kontor.settings (key, value) values ('secret_key', to_jsonb($1::text))
  on conflict (key) do update set value = excluded.value`)

export const saveKeyId = (db: Db, id: string) => db.query(upsertKeyId, [id])
