import type { Db } from '../../../../platform/db/db.ts'
import { sql, valuesOf } from '../../../../platform/db/sql.ts'
import type { NameId } from '../saml/logout.ts'

export type IdentityRow = {
  id: string
  provider_id: string
  issuer: string
  subject: string
  user_id: string
  name: string
  linked_by: 'email' | 'person' | 'creation'
  linked_at: Date
  last_sign_in_at: Date | null
  /** The `externalId` of SCIM by which the existing account was found. */
  external_id: string | null
}

/** How an identity was linked to its account. */
export type LinkedBy = IdentityRow['linked_by'] | 'externalId'

export const linkedBy = ({
  linked_by,
  external_id,
}: Pick<IdentityRow, 'linked_by' | 'external_id'>): LinkedBy =>
  external_id === null ? linked_by : 'externalId'

export type Key = { provider_id: string; issuer: string; subject: string }

export const findIdentity = (db: Db, { provider_id, issuer, subject }: Key) =>
  db.first(sql<{ id: string; user_id: string }>`
    select id, user_id from kontor.user_identities
    where provider_id = ${provider_id} and issuer = ${issuer} and subject = ${subject}`)

export const findLinkedBy = async (db: Db, id: string): Promise<LinkedBy> =>
  linkedBy(
    await db.one(sql<Pick<IdentityRow, 'linked_by' | 'external_id'>>`
      select linked_by, external_id from kontor.user_identities where id = ${id}`),
  )

export const insertIdentity = (db: Db, row: IdentityRow) =>
  db.run(sql`insert into kontor.user_identities ${valuesOf(row)}`)

export const saveSignIn = (db: Db, id: string, { name, now }: { name: string; now: Date }) =>
  db.run(sql`
    update kontor.user_identities set last_sign_in_at = ${now}, name = ${name} where id = ${id}`)

type ShownRow = Omit<IdentityRow, 'provider_id' | 'issuer' | 'subject' | 'user_id'> & {
  provider_code: string
  provider_name: string
}

export const listIdentities = (db: Db, user: string): Promise<ShownRow[]> =>
  db.all(sql<ShownRow>`
    select i.id, i.name, i.linked_by, i.external_id, i.linked_at, i.last_sign_in_at,
      p.code as provider_code, p.name as provider_name
    from kontor.user_identities i join kontor.sign_in_providers p on p.id = i.provider_id
    where i.user_id = ${user} order by i.linked_at, i.id`)

export const lockIdentity = (db: Db, id: string) =>
  db.first(sql<{ user_id: string; name: string; provider_id: string; provider: string }>`
    select i.user_id, i.name, i.provider_id, p.code as provider
    from kontor.user_identities i join kontor.sign_in_providers p on p.id = i.provider_id
    where i.id = ${id} for update of i`)

export const deleteIdentity = (db: Db, id: string) =>
  db.run(sql`delete from kontor.user_identities where id = ${id}`)

/** Whether a user could still sign in without this identity. */
export const hasOtherWay = async (db: Db, user: string, id: string): Promise<boolean> =>
  (await db.run(sql`
    select from kontor.users where id = ${user} and password_hash is not null
      and (is_emergency or (select passwords = 'everybody' from kontor.sign_in_policy))
    union all
    select from kontor.user_identities i join kontor.sign_in_providers p on p.id = i.provider_id
    where i.user_id = ${user} and i.id <> ${id} and p.is_enabled
    limit 1`)) > 0

/** Users with the address who are not deleted; at most two, which is too many. */
export const listByEmail = (db: Db, email: string) =>
  db.all(sql<{ id: string; status: number }>`
    select id, status from kontor.users
    where lower(email) = lower(${email}) and deleted_at is null order by id limit 2`)

export type Provisioned = { id: string; changed_at: Date | null; isLinked: boolean }

/** Users provisioned by SCIM with this `externalId`; at most two, which is too many. */
export const listByExternalId = (
  db: Db,
  provider: string,
  externalId: string,
): Promise<Provisioned[]> =>
  db.all(sql<Provisioned>`
    select u.id, u.scim_id_changed_at as changed_at, exists (
      select from kontor.user_identities i where i.user_id = u.id and i.provider_id = ${provider}
    ) as "isLinked"
    from kontor.users u
    where u.scim is not null and u.scim->>'externalId' = ${externalId} and u.deleted_at is null
    order by u.id limit 2`)

type Origin = {
  session_id: string
  identity_id: string
  provider_session: string | null
  id_token: string | null
  name_id: NameId | null
}

export const insertOrigin = (db: Db, origin: Origin) =>
  db.run(sql`
    insert into kontor.session_origins ${valuesOf({ ...origin, name_id: origin.name_id && JSON.stringify(origin.name_id) })}`)

export type SessionOrigin = Omit<Origin, 'session_id' | 'identity_id'> & { provider_id: string }

export const findOrigin = (db: Db, session: string): Promise<SessionOrigin | undefined> =>
  db.first(sql<SessionOrigin>`
    select i.provider_id, o.provider_session, o.id_token, o.name_id
    from kontor.session_origins o join kontor.user_identities i on i.id = o.identity_id
    where o.session_id = ${session}`)

export type Began = {
  provider: string
  identity?: string | undefined
  subject?: string | undefined
  session?: string | undefined
}

const isWanted = ({ provider, identity, subject }: Began) => sql`
  i.provider_id = ${provider}
  and (${identity ?? null}::uuid is null or i.id = ${identity ?? null})
  and (${subject ?? null}::text is null or i.subject = ${subject ?? null})`

/** Sessions that began at a provider; of one identity, person or session there, if it is named. */
export const listSessions = async (
  db: Db,
  wanted: Began,
): Promise<{ id: string; user: string }[]> =>
  db.all(sql<{ id: string; user: string }>`
    select o.session_id as id, i.user_id as user
    from kontor.session_origins o join kontor.user_identities i on i.id = o.identity_id
    where ${isWanted(wanted)}
      and (${wanted.session ?? null}::text is null
        or o.provider_session = ${wanted.session ?? null})`)

/** Sessions of the person with this NameID; only these sessions of the provider, if given. */
export const listByNameId = (
  db: Db,
  provider: string,
  { nameId, sessions }: { nameId: string; sessions: readonly string[] },
): Promise<{ id: string; user: string }[]> =>
  db.all(sql<{ id: string; user: string }>`
    select o.session_id as id, i.user_id as user
    from kontor.session_origins o join kontor.user_identities i on i.id = o.identity_id
    where i.provider_id = ${provider} and o.name_id->>'value' = ${nameId}
      and (${sessions.length === 0} or o.provider_session = any(${sessions}::text[]))`)

export const listLinkedUsers = async (db: Db, wanted: Began): Promise<string[]> =>
  (
    await db.all(sql<{ id: string }>`
      select distinct i.user_id as id from kontor.user_identities i where ${isWanted(wanted)}`)
  ).map(({ id }) => id)

/** The sessions whose identity is known. */
export const listKnownOrigins = async (db: Db, sessions: string[]): Promise<string[]> =>
  (
    await db.all(sql<{ id: string }>`
      select session_id as id from kontor.session_origins
      where session_id = any(${sessions}::uuid[])`)
  ).map(({ id }) => id)

/** Linked users who are not blocked. */
export const listActive = (db: Db, provider: string) =>
  db.all(sql<{ user_id: string; subject: string }>`
    select i.user_id, i.subject
    from kontor.user_identities i join kontor.users u on u.id = i.user_id
    where i.provider_id = ${provider} and u.deleted_at is null and u.status <> 3
    order by i.id`)
