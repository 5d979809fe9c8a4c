import { forbidden, invalid, notFound } from '../../lib/errors.ts'
import type { EventTypeOf } from '../../lib/event-types.ts'
import { ADMINISTRATORS, isId, newId } from '../../lib/ids.ts'
import type { DescribeUnit, Explanation, Reason, Resource } from '../../platform/access.ts'
import { type Caller, covers } from '../../platform/caller.ts'
import type { Context } from '../../platform/context.ts'
import { IDENTITY } from './identity.ts'
import { endConnections } from './oauth/ending.ts'
import type { Grant, Token } from './operations.ts'
import { checkPassword, hashPassword, initialUntil } from './passwords.ts'
import { hashSecret, newSecret } from './secrets.ts'
import type { Account } from './sign-in-operations.ts'
import { deleteAttemptsOf } from './store/attempts.ts'
import * as grants from './store/grants.ts'
import { deleteLinksOf } from './store/links.ts'
import * as people from './store/people.ts'
import * as sessions from './store/sessions.ts'
import * as tokens from './store/tokens.ts'

export async function getAccount(ctx: Context, id: string): Promise<Account> {
  const account = await people.findAccount(ctx.db, id)
  if (!account) throw notFound('user', id)
  return account
}

export const findAccount = (ctx: Context, id: string): Promise<Account | undefined> =>
  people.findAccount(ctx.db, id)

/** Callers of other users, to compute what they may do. Users who cannot sign in are omitted. */
export const listCallers = (ctx: Context, ids: readonly string[]): Promise<Caller[]> =>
  people.listCallers(ctx.db, ids)

/** The caller's time zone, and whether their password must be changed. */
export const getOwnSettings = (ctx: Context): Promise<people.OwnSettings> =>
  people.findOwnSettings(ctx.db, ctx.user.id)

export async function getAccountByLogin(ctx: Context, login: string): Promise<Account> {
  const known = await people.findPassword(ctx.db, login)
  if (!known) throw notFound('user', login)
  return getAccount(ctx, known.id)
}

/** Also for blocked users. */
export async function getIdByLogin(ctx: Context, login: string): Promise<string> {
  const known = await people.findIdByLogin(ctx.db, login)
  if (!known) throw notFound('user', login)
  return known.id
}

/** A user by login, as a program acts for them with these scopes; undefined if they cannot sign in. */
export async function findActingUser(
  ctx: Context,
  login: string,
  scopes: readonly string[],
): Promise<Caller | undefined> {
  const known = await people.findPassword(ctx.db, login)
  const credential = { kind: 'token', id: null, scopes, expiresAt: null } as const
  return known && people.findCaller(ctx.db, known.id, credential)
}

/** The same by their id. */
export const findActingPerson = (
  ctx: Context,
  id: string,
  scopes: readonly string[],
): Promise<Caller | undefined> =>
  people.findCaller(ctx.db, id, { kind: 'token', id: null, scopes, expiresAt: null })

export type NewUser = {
  /** Only definitions set it: they have the same ids on every system. */
  id?: string
  login: string
  email?: string
  lastName?: string
  firstName?: string
  middleName?: string
  password?: string | undefined
  /** The user is asked to change it. */
  isFirstPassword?: boolean
  /** Somebody else chose it: it must be changed at the first sign-in. */
  isInitialPassword?: boolean
  isAdministrator?: boolean
  isGuest?: boolean
  /** Transferred from another system. */
  isTransferred?: boolean
}

export async function createUser(ctx: Context, user: NewUser): Promise<Account> {
  const id = user.id ?? newId()
  if (user.password !== undefined) {
    const name = [user.lastName, user.firstName, user.middleName].join(' ')
    await checkPassword(user.password, { ...user, name })
  }
  await people.insertUser(ctx.db, {
    id,
    login: user.login,
    email: user.email ?? '',
    last_name: user.lastName ?? '',
    first_name: user.firstName ?? '',
    middle_name: user.middleName ?? '',
    is_guest: user.isGuest ?? false,
    status: user.isGuest ? people.INVITED : people.ACTIVE,
    password_hash: user.password === undefined ? null : await hashPassword(user.password),
    password_is_first: user.isFirstPassword ?? false,
    password_initial_until: user.isInitialPassword ? initialUntil(ctx) : null,
    created_at: ctx.now(),
    created_by: ctx.user.id,
    updated_at: ctx.now(),
    updated_by: ctx.user.id,
  })
  if (user.isAdministrator) await people.addToGroup(ctx.db, ADMINISTRATORS, id)
  ctx.changed(IDENTITY)
  await ctx.emit({
    type: 'user.created',
    object: `user:${id}`,
    data: {
      login: user.login,
      isAdministrator: user.isAdministrator ?? false,
      ...(user.isGuest && { isGuest: true }),
      ...(user.isTransferred && { isTransferred: true }),
    },
  })
  return getAccount(ctx, id)
}

export async function listTokens(ctx: Context, of: string | undefined): Promise<Token[]> {
  const user = of ?? ctx.user.id
  if (user !== ctx.user.id && !ctx.user.isAdministrator) {
    throw forbidden('only administrators can see the tokens of others')
  }
  return tokens.listTokens(ctx.db, user === 'all' ? undefined : user)
}

export type NewToken = {
  name: string
  user?: string | undefined
  scopes?: string[] | null
  expiresAt?: string | null
  assistants?: Token['assistants'] | undefined
  reach?: Token['reach'] | undefined
  /** Given for the first administrator only; otherwise generated. */
  secret?: string | undefined
}

export async function createToken(
  ctx: Context,
  wanted: NewToken,
): Promise<{ token: Token; secret: string }> {
  const user = wanted.user ?? ctx.user.id
  if (user !== ctx.user.id && !ctx.user.isAdministrator) {
    throw forbidden('only administrators can create tokens for others')
  }
  const expires_at = wanted.expiresAt ? new Date(wanted.expiresAt) : null
  if (expires_at && expires_at <= ctx.now())
    throw invalid('field "expiresAt": expected a time in the future')
  checkScopes(ctx, wanted.scopes ?? null)
  checkEnd(ctx, expires_at)
  checkReach(ctx, wanted.reach)
  await getAccount(ctx, user)
  const secret = wanted.secret ?? newSecret()
  const token = await tokens.insertToken(ctx.db, {
    id: newId(),
    user_id: user,
    name: wanted.name,
    hash: hashSecret(secret),
    scopes: wanted.scopes ?? null,
    created_at: ctx.now(),
    created_by: ctx.user.id,
    expires_at,
    assistants: narrowest(ctx.user.credential.assistants, wanted.assistants),
    reach: wanted.reach ?? 'own',
  })
  ctx.changed(IDENTITY)
  await ctx.emit({
    type: 'token.created',
    object: `token:${token.id}`,
    data: { user, name: token.name },
  })
  return { token, secret }
}

export async function revokeToken(ctx: Context, id: string): Promise<void> {
  const token = await tokens.lockToken(ctx.db, id)
  if (!token || (token.user_id !== ctx.user.id && !ctx.user.isAdministrator))
    throw notFound('token', id)
  checkScopes(ctx, token.scopes)
  await tokens.saveRevoked(ctx.db, id, ctx.now())
  ctx.changed(IDENTITY)
  const data = { user: token.user_id, name: token.name }
  await ctx.emit({ type: 'token.revoked', object: `token:${id}`, data })
}

/** Ends all sessions, sign-ins under way, tokens and connected programs of a user. */
export async function endCredentials(ctx: Context, user: string): Promise<void> {
  await sessions.deleteSessionsOf(ctx.db, user, null)
  await deleteAttemptsOf(ctx.db, user)
  await endConnections(ctx, { user }, 'the person was blocked or deleted')
  await deleteLinksOf(ctx.db, user)
  for (const { id, name } of await tokens.saveAllRevoked(ctx.db, user, ctx.now())) {
    await ctx.emit({ type: 'token.revoked', object: `token:${id}`, data: { user, name } })
  }
  ctx.changed(IDENTITY)
}

const BY_LINK = { kind: 'token', id: null, scopes: null, expiresAt: null } as const

/** The user who created a link, with their current rights; undefined if they may no longer sign in. */
export const findLinkMaker = (ctx: Context, user: string): Promise<Caller | undefined> =>
  people.findCaller(ctx.db, user, BY_LINK)

export async function grant(ctx: Context, wanted: Omit<Grant, 'id'>): Promise<Grant> {
  ctx.access.check(wanted.right, { kind: wanted.kind, id: wanted.object })
  await checkSubject(ctx, wanted)
  const { grant, isNew } = await grants.insertGrant(ctx.db, wanted, ctx.user.id)
  if (isNew) await grantsChanged(ctx, 'access.granted', grant)
  return grant
}

export async function revokeGrant(ctx: Context, id: string): Promise<void> {
  const grant = await grants.deleteGrant(ctx.db, id)
  if (!grant) throw notFound('grant', id)
  await grantsChanged(ctx, 'access.revoked', grant)
}

/** Grants to one of these users, groups, positions or departments. */
export const listGrantsTo = (ctx: Context, subjects: readonly string[]): Promise<Grant[]> =>
  grants.listGrantsTo(ctx.db, subjects)

/** What other areas contribute to explanations: apps about items and fields, people about memberships. */
export type Explainers = {
  /** Why a user may do something with an item because of their role on it. */
  roleReasons(
    ctx: Context,
    user: Caller,
    question: { right: string; object: string },
  ): Promise<Reason[]>
  /** The object whose rights apply to a field: itself, or its app. */
  guardOf(ctx: Context, field: string): Promise<Resource>
  /** How a user belongs to a group, position or department. */
  describeMembership(ctx: Context, userId: string, unitId: string): ReturnType<DescribeUnit>
}

/** An object moved to another path, with everything below: grants move along. */
export async function moveGrants(ctx: Context, from: Resource, to: Resource): Promise<void> {
  const moved = await grants.moveGrants(ctx.db, from, to)
  for (const grant of moved) await grantsChanged(ctx, 'access.moved', grant)
}

export async function explain(
  ctx: Context,
  question: { user: string; right: string; kind: string; object: string },
  { roleReasons, guardOf, describeMembership }: Explainers,
): Promise<Explanation> {
  const credential = { kind: 'system', id: null, scopes: null, expiresAt: null } as const
  const user = await people.findCaller(ctx.db, question.user, credential)
  if (!user) throw notFound('user', question.user)
  const resource =
    question.kind === 'field'
      ? await guardOf(ctx, question.object)
      : { kind: question.kind, id: question.object }
  const ask = (right: string) =>
    ctx.access.explain(ctx.db, user, right, resource, (unit) =>
      describeMembership(ctx, user.id, unit),
    )
  const granted = await ask(question.right)
  if (resource.kind === 'field' && question.right === 'read' && !granted.allowed) {
    // The right to change a field includes reading it.
    const changing = await ask('update')
    return changing.allowed ? changing : granted
  }
  if (question.kind !== 'item' || user.isAdministrator) return granted
  const asRole = await roleReasons(ctx, user, question)
  if (asRole.length === 0) return granted
  return { allowed: true, reasons: [...(granted.allowed ? granted.reasons : []), ...asRole] }
}

/** A grant to an unknown subject is a mistake in the id. */
async function checkSubject(ctx: Context, { subjectKind, subject }: Omit<Grant, 'id'>) {
  if (subjectKind === 'role') return
  if (isId(subject) && (await grants.isSubject(ctx.db, subjectKind, subject))) return
  throw invalid(`field "subject": there is no ${subjectKind} ${subject}`)
}

function grantsChanged(ctx: Context, type: EventTypeOf<'grant'>, grant: Grant): Promise<void> {
  ctx.changed('grants')
  return ctx.emit({ type, object: `${grant.kind}:${grant.object}`, data: grant })
}

/** A token created with a scoped token cannot do more than that one. */
const WIDTH = { off: 0, read: 1, on: 2 }

/** A token cannot create one that lets assistants do more. */
function narrowest(
  own: Token['assistants'] = 'on',
  wanted: Token['assistants'] = 'on',
): Token['assistants'] {
  return WIDTH[own] < WIDTH[wanted] ? own : wanted
}

export function checkScopes(ctx: Context, scopes: string[] | null): void {
  const { credential } = ctx.user
  if (credential.scopes === null || scopes?.every((scope) => covers(credential, scope))) return
  throw forbidden('a scoped token can only create and revoke tokens within its own scopes')
}

/** Whoever changes somebody's address can sign in as them. */
function checkReach({ user: { credential } }: Context, reach: Token['reach'] = 'own'): void {
  if (reach === 'own' || covers(credential, '*:write')) return
  throw forbidden('field "reach": only a token with the scope "*:write" can give more than "own"')
}

/** A program that acts by itself never expires, and assistants may use it with all its scopes. */
export function checkProgramMaker(ctx: Context): void {
  checkEnd(ctx, null)
  if (narrowest(ctx.user.credential.assistants) === 'on') return
  throw forbidden(
    'assistants may do more with a program than with this token: take a token that they may use for everything ("assistants": "on")',
  )
}

/** Nor may it live longer. */
function checkEnd({ user: { credential } }: Context, end: Date | null): void {
  const { kind, expiresAt } = credential
  if (kind !== 'token' || !expiresAt || (end && end <= expiresAt)) return
  throw forbidden(`a token that expires can only create what expires by ${expiresAt.toISOString()}`)
}
