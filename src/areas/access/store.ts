import { type Insertable, type Selectable, sql } from 'kysely'
import { conflict } from '../../lib/errors.ts'
import { ADMINISTRATORS, ALL_USERS, newId } from '../../lib/ids.ts'
import type { Caller, Credential } from '../../platform/caller.ts'
import { build, type Db, statement } from '../../platform/db/db.ts'
import { isUniqueViolation } from '../../platform/db/errors.ts'
import type { Tables } from '../../platform/db/tables.ts'
import type { Account, Grant, Token } from './operations.ts'

type Person = { id: string; login: string; name: string; email: string; subjects: string[] }

/** Blocked and deleted users are nobody. Groups are followed through any depth; a loop ends by itself. */
const selectPerson = statement<Person>(`
  with recursive mine(id) as (
    select $1::uuid
    union
    select m.group_id
    from mine
    join kontor.group_members m on m.member_id = mine.id
    join kontor.groups g on g.id = m.group_id and g.deleted_at is null
  )
  select u.id, u.login, u.name, u.email, array(select id::text from mine) as subjects
  from kontor.users u
  where u.id = $1 and u.deleted_at is null and u.status <> 3`)

export async function findCaller(
  db: Db,
  userId: string,
  credential: Credential,
): Promise<Caller | undefined> {
  const [person] = await db.query(selectPerson, [userId])
  if (!person) return undefined
  const { id, login, name, subjects } = person
  return {
    id,
    login,
    name,
    credential,
    subjects: new Set([...subjects, ALL_USERS]),
    isAdministrator: subjects.includes(ADMINISTRATORS),
  }
}

export async function findAccount(db: Db, userId: string): Promise<Account | undefined> {
  const [person] = await db.query(selectPerson, [userId])
  return person && toAccount(person)
}

const toAccount = ({ id, login, name, email, subjects }: Person): Account => ({
  id,
  login,
  name,
  email,
  isAdministrator: subjects.includes(ADMINISTRATORS),
})

export const findTokenByHash = (db: Db, hash: Buffer) =>
  db.first(
    build
      .selectFrom('kontor.tokens')
      .select(['id', 'user_id', 'scopes', 'expires_at'])
      .where('hash', '=', hash)
      .where('revoked_at', 'is', null),
  )

export const findSessionByHash = (db: Db, hash: Buffer) =>
  db.first(
    build
      .selectFrom('kontor.sessions')
      .select(['id', 'user_id', 'expires_at'])
      .where('hash', '=', hash),
  )

export const findPassword = (db: Db, login: string) =>
  db.first(
    build
      .selectFrom('kontor.users')
      .select(['id', 'password_hash'])
      .where(sql<boolean>`lower(login) = lower(${login})`)
      .where('deleted_at', 'is', null)
      .where('status', '<>', 3),
  )

export const findPasswordById = (db: Db, id: string) =>
  db.first(
    build
      .selectFrom('kontor.users')
      .select('password_hash')
      .where('id', '=', id)
      .where('deleted_at', 'is', null),
  )

export async function insertUser(db: Db, user: Insertable<Tables['kontor.users']>): Promise<void> {
  try {
    await db.run(build.insertInto('kontor.users').values(user))
  } catch (error) {
    if (isUniqueViolation(error, 'users_login')) {
      throw conflict(`the login "${user.login}" is taken`, error)
    }
    throw error
  }
}

export const countUsers = async (db: Db): Promise<number> =>
  (await db.one(build.selectFrom('kontor.users').select(sql<number>`count(*)`.as('count')))).count

const lockFirst = statement('select pg_advisory_xact_lock(83650002)')

/** Several nodes may start on one empty database: only one makes the first administrator. */
export const lockBootstrap = (db: Db) => db.query(lockFirst, [])

export const findFirstMember = async (db: Db, groupId: string): Promise<string | undefined> => {
  const row = await db.first(
    build
      .selectFrom('kontor.group_members as m')
      .innerJoin('kontor.users as u', 'u.id', 'm.member_id')
      .select('u.id')
      .where('m.group_id', '=', groupId)
      .where('u.deleted_at', 'is', null)
      .orderBy('u.created_at')
      .limit(1),
  )
  return row?.id
}

export const addToGroup = (db: Db, groupId: string, userId: string) =>
  db.run(
    build
      .insertInto('kontor.group_members')
      .values({ group_id: groupId, member_kind: 'user', member_id: userId })
      .onConflict((conflict) => conflict.doNothing()),
  )

export const savePassword = (db: Db, userId: string, hash: string, now: Date) =>
  db.run(
    build
      .updateTable('kontor.users')
      .set({ password_hash: hash, updated_at: now, version: sql`version + 1` })
      .where('id', '=', userId),
  )

export const insertSession = (db: Db, session: Insertable<Tables['kontor.sessions']>) =>
  db.run(build.insertInto('kontor.sessions').values(session))

export const deleteSession = (db: Db, id: string) =>
  db.run(build.deleteFrom('kontor.sessions').where('id', '=', id))

export const deleteSessionsOf = (db: Db, userId: string, except: string | null) =>
  db.run(
    build
      .deleteFrom('kontor.sessions')
      .where('user_id', '=', userId)
      .$if(except !== null, (query) => query.where('id', '<>', except)),
  )

export const deleteOldRows = async (db: Db, now: Date, keysBefore: Date): Promise<void> => {
  await db.run(build.deleteFrom('kontor.sessions').where('expires_at', '<=', now))
  await db.run(build.deleteFrom('kontor.idempotency_keys').where('created_at', '<', keysBefore))
  await db.run(build.deleteFrom('kontor.sign_in_failures').where('last_at', '<', keysBefore))
}

export const insertToken = async (db: Db, token: Insertable<Tables['kontor.tokens']>) =>
  toToken(await db.one(build.insertInto('kontor.tokens').values(token).returningAll()))

export const listTokens = async (db: Db, userId: string | undefined): Promise<Token[]> => {
  const rows = await db.all(
    build
      .selectFrom('kontor.tokens')
      .selectAll()
      .where('revoked_at', 'is', null)
      .$if(userId !== undefined, (query) => query.where('user_id', '=', userId ?? ''))
      .orderBy('id'),
  )
  return rows.map(toToken)
}

export const lockToken = (db: Db, id: string) =>
  db.first(
    build
      .selectFrom('kontor.tokens')
      .select(['id', 'user_id', 'name'])
      .where('id', '=', id)
      .where('revoked_at', 'is', null)
      .forUpdate(),
  )

export const saveRevoked = (db: Db, id: string, now: Date) =>
  db.run(build.updateTable('kontor.tokens').set({ revoked_at: now }).where('id', '=', id))

const touchTokens = statement(`
  update kontor.tokens t set last_used_at = u.at
  from unnest($1::uuid[], $2::timestamptz[]) as u(id, at)
  where t.id = u.id and (t.last_used_at is null or t.last_used_at < u.at)`)

export const saveLastUse = (db: Db, used: ReadonlyMap<string, Date>) =>
  db.query(touchTokens, [[...used.keys()], [...used.values()]])

function toToken(row: Selectable<Tables['kontor.tokens']>): Token {
  return {
    id: row.id,
    user: row.user_id,
    name: row.name,
    scopes: row.scopes,
    createdAt: row.created_at.toISOString(),
    expiresAt: row.expires_at?.toISOString() ?? null,
    lastUsedAt: row.last_used_at?.toISOString() ?? null,
  }
}

const countFailure = statement<{ failures: number; last_at: Date | null }>(`
  insert into kontor.sign_in_failures as f (key, failures, last_at) values ($1, 1, $2)
  on conflict (key) do update set failures = f.failures + 1, last_at = excluded.last_at
  returning failures`)

const selectFailure = statement<{ failures: number; last_at: Date }>(
  'select failures, last_at from kontor.sign_in_failures where key = $1',
)

export async function findFailures(db: Db, key: string) {
  const [row] = await db.query(selectFailure, [key])
  return row
}

export const addFailure = (db: Db, key: string, now: Date) => db.query(countFailure, [key, now])

export const deleteFailures = (db: Db, keys: string[]) =>
  db.run(build.deleteFrom('kontor.sign_in_failures').where('key', 'in', keys))

export const listGrants = async (db: Db, kind?: string, object?: string): Promise<Grant[]> => {
  const rows = await db.all(
    build
      .selectFrom('kontor.grants')
      .selectAll()
      .$if(kind !== undefined, (query) => query.where('object_kind', '=', kind ?? ''))
      .$if(object !== undefined, (query) => query.where('object_id', '=', object ?? ''))
      .orderBy('id'),
  )
  return rows.map(toGrant)
}

/** The grant, and whether it is new. */
export async function insertGrant(
  db: Db,
  grant: Omit<Grant, 'id'>,
  by: string,
): Promise<{ grant: Grant; isNew: boolean }> {
  const id = newId()
  const row = await db.one(
    build
      .insertInto('kontor.grants')
      .values({
        id,
        object_kind: grant.kind,
        object_id: grant.object,
        right_code: grant.right,
        subject_kind: grant.subjectKind,
        subject_id: grant.subject,
        created_by: by,
      })
      .onConflict((conflict) =>
        conflict
          .columns(['object_kind', 'object_id', 'right_code', 'subject_kind', 'subject_id'])
          .doUpdateSet({ subject_id: grant.subject }),
      )
      .returningAll(),
  )
  return { grant: toGrant(row), isNew: row.id === id }
}

export const deleteGrant = async (db: Db, id: string): Promise<Grant | undefined> => {
  const row = await db.first(build.deleteFrom('kontor.grants').where('id', '=', id).returningAll())
  return row && toGrant(row)
}

const toGrant = (row: Selectable<Tables['kontor.grants']>): Grant => ({
  id: row.id,
  kind: row.object_kind,
  object: row.object_id,
  right: row.right_code,
  subjectKind: row.subject_kind as Grant['subjectKind'],
  subject: row.subject_id,
})
