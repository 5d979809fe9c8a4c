import { conflict } from '../../../../lib/errors.ts'
import type { Db } from '../../../../platform/db/db.ts'
import { isUniqueViolation } from '../../../../platform/db/errors.ts'
import { advisoryLock } from '../../../../platform/db/locks.ts'
import { assign, sql, valuesOf } from '../../../../platform/db/sql.ts'
import type { Connection, Rules } from '../settings-operations.ts'

export type ProviderRow = {
  id: string
  code: string
  name: string
  kind: Connection['kind']
  is_enabled: boolean
  is_fixed: boolean
  connection: Connection
  rules: Rules
  /** Sealed. */
  secret: string | null
  version: number
}

export type ListedRow = ProviderRow & {
  people: number
  last_sign_in_at: Date | null
  last_failure_at: Date | null
  last_failure: string | null
  last_sync_at: Date | null
  last_sync: string | null
  is_last_sync_good: boolean | null
}

const COLUMNS = sql`p.id, p.code, p.name, p.kind, p.is_enabled, p.is_fixed, p.connection, p.rules,
  p.secret, p.version`

const LISTED = sql`
  select ${COLUMNS}, s.last_sign_in_at, s.last_failure_at, s.last_failure,
    s.last_sync_at, s.last_sync, s.is_last_sync_good,
    (select count(*)::int from kontor.user_identities i where i.provider_id = p.id) as people
  from kontor.sign_in_providers p
  left join kontor.sign_in_provider_status s on s.provider_id = p.id`

export const listProviders = (db: Db): Promise<ListedRow[]> =>
  db.all(sql<ListedRow>`${LISTED} order by lower(p.name), p.id`)

export const findListed = (db: Db, id: string): Promise<ListedRow | undefined> =>
  db.first(sql<ListedRow>`${LISTED} where p.id = ${id}`)

export const findProvider = (db: Db, id: string): Promise<ProviderRow | undefined> =>
  db.first(sql<ProviderRow>`select ${COLUMNS} from kontor.sign_in_providers p where p.id = ${id}`)

export const findByCode = (db: Db, code: string): Promise<ProviderRow | undefined> =>
  db.first(sql<ProviderRow>`
    select ${COLUMNS} from kontor.sign_in_providers p where p.code = ${code}`)

export const lockProvider = (db: Db, id: string): Promise<ProviderRow | undefined> =>
  db.first(sql<ProviderRow>`
    select ${COLUMNS} from kontor.sign_in_providers p where p.id = ${id} for update`)

/** Serializes changes of providers, also of nodes that start at once. */
export const lockProviders = (db: Db) =>
  db.run(sql`select pg_advisory_xact_lock(${advisoryLock('providers')})`)

export type Saved = Omit<ProviderRow, 'id' | 'version'> & { updated_at: Date }

export const insertProvider = (db: Db, id: string, row: Saved & { created_at: Date }) =>
  orTaken(row.code, () =>
    db.run(sql`insert into kontor.sign_in_providers ${valuesOf({ id, ...inJson(row) })}`),
  )

export const saveProvider = (db: Db, id: string, row: Saved) =>
  orTaken(row.code, () =>
    db.run(sql`
      update kontor.sign_in_providers set ${assign(inJson(row))}, version = version + 1
      where id = ${id}`),
  )

const inJson = <Row extends Saved>(row: Row) => ({
  ...row,
  connection: JSON.stringify(row.connection),
  rules: JSON.stringify(row.rules),
})

async function orTaken<T>(code: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!isUniqueViolation(error, 'sign_in_providers_code')) throw error
    throw conflict(`another provider has the code "${code}"`, error)
  }
}

export const deleteProvider = (db: Db, id: string) =>
  db.run(sql`delete from kontor.sign_in_providers where id = ${id}`)

export const hasEnabled = async (db: Db): Promise<boolean> =>
  (await db.run(sql`select from kontor.sign_in_providers where is_enabled limit 1`)) > 0

export const saveSuccess = (db: Db, id: string, now: Date) =>
  db.run(sql`
    insert into kontor.sign_in_provider_status (provider_id, last_sign_in_at)
    values (${id}, ${now})
    on conflict (provider_id) do update set last_sign_in_at = excluded.last_sign_in_at`)

export const saveFailure = (db: Db, id: string, { now, text }: { now: Date; text: string }) =>
  db.run(sql`
    insert into kontor.sign_in_provider_status (provider_id, last_failure_at, last_failure)
    values (${id}, ${now}, ${text})
    on conflict (provider_id) do update
      set last_failure_at = excluded.last_failure_at, last_failure = excluded.last_failure`)

type Synced = { now: Date; text: string; isGood: boolean }

export const saveSync = (db: Db, id: string, { now, text, isGood }: Synced) =>
  db.run(sql`
    insert into kontor.sign_in_provider_status
      (provider_id, last_sync_at, last_sync, is_last_sync_good)
    values (${id}, ${now}, ${text}, ${isGood})
    on conflict (provider_id) do update set last_sync_at = excluded.last_sync_at,
      last_sync = excluded.last_sync, is_last_sync_good = excluded.is_last_sync_good`)
