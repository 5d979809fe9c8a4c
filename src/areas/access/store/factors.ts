import { ascending, listPage, type Next, type PageRequest } from '../../../lists/page.ts'
import type { Db } from '../../../platform/db/db.ts'
import { sql, valuesOf } from '../../../platform/db/sql.ts'
import type { PersonFactors } from '../factors/operations.ts'

type App = { user_id: string; seed: string; last_step: number; created_at: Date }

export const findApp = (db: Db, user: string) =>
  db.first(sql<App>`
    select user_id, seed, last_step, created_at from kontor.authenticator_apps
    where user_id = ${user}`)

export const listApps = (db: Db) =>
  db.all(sql<Pick<App, 'user_id' | 'seed'>>`select user_id, seed from kontor.authenticator_apps`)

/** Of apps that are being set up. */
export const deleteSeeds = (db: Db) =>
  db.run(sql`delete from kontor.sign_in_attempts where seed is not null`)

export const saveApp = (db: Db, app: App) =>
  db.run(sql`
    insert into kontor.authenticator_apps ${valuesOf(app)}
    on conflict (user_id) do update
    set seed = excluded.seed, last_step = excluded.last_step, created_at = excluded.created_at`)

/** Whether this step is later than every one before it: a code works once. */
export const saveStep = async (db: Db, user: string, step: number): Promise<boolean> =>
  (await db.run(sql`
    update kontor.authenticator_apps set last_step = ${step}
    where user_id = ${user} and last_step < ${step}`)) > 0

export const deleteApp = async (db: Db, user: string): Promise<boolean> =>
  (await db.run(sql`delete from kontor.authenticator_apps where user_id = ${user}`)) > 0

type PasskeyRow = {
  id: string
  user_id: string
  public_key: Buffer
  counter: number
  transports: string[]
  name: string
  created_at: Date
  last_used_at: Date | null
}

const PASSKEY = sql`id, user_id, public_key, counter, transports, name, created_at, last_used_at`

export const listPasskeys = (db: Db, user: string) =>
  db.all(sql<PasskeyRow>`
    select ${PASSKEY} from kontor.passkeys where user_id = ${user} order by created_at, id`)

export const lockPasskey = (db: Db, id: string) =>
  db.first(sql<PasskeyRow>`select ${PASSKEY} from kontor.passkeys where id = ${id} for update`)

export const insertPasskey = async (db: Db, passkey: PasskeyRow): Promise<boolean> =>
  (await db.run(sql`insert into kontor.passkeys ${valuesOf(passkey)} on conflict do nothing`)) > 0

export const savePasskeyUse = (
  db: Db,
  id: string,
  { counter, at }: { counter: number; at: Date },
) =>
  db.run(sql`
    update kontor.passkeys set counter = ${counter}, last_used_at = ${at} where id = ${id}`)

export const deletePasskey = async (db: Db, user: string, id: string): Promise<boolean> =>
  (await db.run(sql`delete from kontor.passkeys where id = ${id} and user_id = ${user}`)) > 0

export const deletePasskeys = (db: Db, user: string) =>
  db.run(sql`delete from kontor.passkeys where user_id = ${user}`)

export async function replaceCodes(db: Db, user: string, hashes: readonly Buffer[]): Promise<void> {
  await db.run(sql`delete from kontor.recovery_codes where user_id = ${user}`)
  await db.run(sql`
    insert into kontor.recovery_codes (hash, user_id)
    select h, ${user} from unnest(${[...hashes]}::bytea[]) h`)
}

/** Whether it was there: a code works once. */
export const deleteCode = async (db: Db, user: string, hash: Buffer): Promise<boolean> =>
  (await db.run(sql`
    delete from kontor.recovery_codes where hash = ${hash} and user_id = ${user}`)) > 0

export const countCodes = async (db: Db, user: string): Promise<number> =>
  (
    await db.one(sql<{ count: number }>`
      select count(*) as count from kontor.recovery_codes where user_id = ${user}`)
  ).count

export const listFactorGroups = async (db: Db): Promise<string[]> =>
  (
    await db.all(sql<{ id: string }>`
      select group_id as id from kontor.factor_groups order by group_id`)
  ).map(({ id }) => id)

export async function saveFactorGroups(db: Db, groups: readonly string[]): Promise<void> {
  await db.run(sql`delete from kontor.factor_groups where group_id <> all(${[...groups]}::uuid[])`)
  await db.run(sql`
    insert into kontor.factor_groups select unnest(${[...groups]}::uuid[]) on conflict do nothing`)
}

export async function listPeopleWithFactors(
  db: Db,
  page: PageRequest,
): Promise<{ people: PersonFactors[]; total: number } & Next> {
  const list = {
    columns: sql`id, name, login,
      exists (select from kontor.authenticator_apps a where a.user_id = u.id) as "hasApp",
      (select count(*) from kontor.passkeys p where p.user_id = u.id) as passkeys,
      (select count(*) from kontor.recovery_codes c where c.user_id = u.id) as "recoveryCodes"`,
    from: sql`kontor.users u`,
    where: [sql`deleted_at is null and status <> 3`],
    order: [ascending('name collate "und-x-icu"', 'text'), ascending('id', 'uuid')],
  }
  const { rows, ...rest } = await listPage<PersonFactors>(db, list, page)
  return { people: rows, ...rest }
}
