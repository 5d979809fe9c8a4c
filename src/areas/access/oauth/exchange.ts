import { AppError } from '../../../lib/errors.ts'
import { newId } from '../../../lib/ids.ts'
import type { Context } from '../../../platform/context.ts'
import { IDENTITY } from '../identity.ts'
import { hashSecret } from '../secrets.ts'
import { type Audience, audienceOf } from './audience.ts'
import { connectItself } from './by-itself.ts'
import { IDLE } from './connections.ts'
import { endConnections } from './ending.ts'
import { authenticateProgram } from './program.ts'
import { refuse } from './refusal.ts'
import { challengeOf, isVerifier, newAccessToken, newRefreshToken } from './secrets.ts'
import type { ClientRow } from './store/clients.ts'
import * as connections from './store/connections.ts'
import * as secrets from './store/secrets.ts'

/** Seconds. Not shorter, because many programs refresh badly; a revocation takes effect at once anyway. */
const ACCESS_LENGTH = 3600
/** Two windows of a program may refresh at the same time, and an answer may be lost. */
const LEEWAY = 30_000

type Issued = {
  access_token: string
  token_type: 'Bearer'
  expires_in: number
  /** Absent for a program that acts by itself: it uses its secret again. */
  refresh_token?: string
  scope: string
}

/** The token response, or the refusal. A refusal is returned and not thrown, because what it ends must be committed. */
export type Exchanged = Issued | ReturnType<typeof refuse>

type Parameters = Partial<Record<string, string>>

export async function exchange(ctx: Context, site: string, given: Parameters): Promise<Exchanged> {
  if (given.client_id === undefined) return refuse('invalid_request', '"client_id" is missing')
  const audience = given.resource === undefined ? undefined : audienceOf(site, given.resource)
  if (given.resource !== undefined && !audience) {
    return refuse('invalid_target', `"${given.resource}" is not served here`)
  }
  const client = await authenticateProgram(ctx, given)
  switch (given.grant_type) {
    case 'authorization_code':
      return takeCode(ctx, given, audience)
    case 'refresh_token':
      return refresh(ctx, given, audience)
    case 'client_credentials':
      return takeOwn(ctx, client, { scope: given.scope, audience: audience ?? 'api' })
    default:
      return refuse(
        'unsupported_grant_type',
        'expected authorization_code, refresh_token or client_credentials',
      )
  }
}

async function takeOwn(
  ctx: Context,
  client: ClientRow | undefined,
  asked: { scope: string | undefined; audience: Audience },
): Promise<Exchanged> {
  const allowed = await connectItself(ctx, client, asked)
  if (allowed instanceof AppError) return allowed
  await connections.saveRefreshed(ctx.db, allowed.connection.id, ctx.now())
  return issueAccess(ctx, allowed.connection, allowed.scopes)
}

const NO_CODE = 'the code is unknown, used or older than a minute'

/** The first use consumes it, right or wrong. */
async function takeCode(
  ctx: Context,
  { code, client_id, redirect_uri, code_verifier }: Parameters,
  audience: Audience | undefined,
): Promise<Exchanged> {
  if (code === undefined) return refuse('invalid_request', '"code" is missing')
  const hash = hashSecret(code)
  const taken = await secrets.takeCode(ctx.db, hash, ctx.now())
  if (!taken) {
    const used = await secrets.findCode(ctx.db, hash)
    if (used) await endConnections(ctx, { id: used.connection_id }, 'its code was used twice')
    return refuse('invalid_grant', NO_CODE)
  }
  const connection = await connections.lockConnection(ctx.db, taken.connection_id)
  const isProven =
    isVerifier(code_verifier ?? '') && challengeOf(code_verifier ?? '') === taken.challenge
  const problem =
    !connection || connection.ended_at || taken.expires_at <= ctx.now()
      ? NO_CODE
      : connection.client !== client_id
        ? 'the code was given to another program'
        : connection.redirect_uri !== redirect_uri
          ? 'the code was sent to another "redirect_uri"'
          : !isProven
            ? 'the "code_verifier" does not fit'
            : undefined
  if (problem !== undefined || !connection) {
    await endConnections(ctx, { id: taken.connection_id }, 'its code was not accepted')
    return refuse('invalid_grant', problem ?? NO_CODE)
  }
  if (audience && audience !== connection.audience) return otherTarget()
  return issue(ctx, connection)
}

const NO_TOKEN = 'the refresh token is unknown, used or too old'

async function refresh(
  ctx: Context,
  { refresh_token, client_id, scope }: Parameters,
  audience: Audience | undefined,
): Promise<Exchanged> {
  if (refresh_token === undefined) return refuse('invalid_request', '"refresh_token" is missing')
  const hash = hashSecret(refresh_token)
  const found = await secrets.findRefreshToken(ctx.db, hash)
  if (!found) return refuse('invalid_grant', NO_TOKEN)
  const connection = await connections.lockConnection(ctx.db, found.connection_id)
  const token = await secrets.findRefreshToken(ctx.db, hash)
  if (!connection || !token || connection.ended_at || isOver(ctx, connection)) {
    return refuse('invalid_grant', NO_TOKEN)
  }
  if (connection.client !== client_id) {
    await endConnections(
      ctx,
      { id: connection.id },
      'its refresh token was used by another program',
    )
    return refuse('invalid_grant', 'the refresh token was given to another program')
  }
  const now = ctx.now().getTime()
  if (token.used_at && now - token.used_at.getTime() > LEEWAY) {
    await endConnections(ctx, { id: connection.id }, 'its refresh token was used twice')
    return refuse('invalid_grant', NO_TOKEN)
  }
  if (audience && audience !== connection.audience) return otherTarget()
  const wanted = scope?.split(' ')
  if (wanted?.some((each) => !connection.scopes.includes(each))) {
    return refuse('invalid_scope', 'a refresh cannot add scopes: ask the person again')
  }
  await secrets.saveRefreshUsed(ctx.db, hash, ctx.now())
  return issue(ctx, connection, wanted)
}

const otherTarget = () => refuse('invalid_target', 'the person allowed another "resource"')

const isOver = (ctx: Context, { refreshed_at, expires_at }: connections.ConnectionRow) =>
  expires_at <= ctx.now() || refreshed_at.getTime() + IDLE <= ctx.now().getTime()

async function issue(
  ctx: Context,
  connection: connections.ConnectionRow,
  scopes = connection.scopes,
): Promise<Issued> {
  const next = newRefreshToken()
  const issued = await issueAccess(ctx, connection, scopes)
  await secrets.insertRefreshToken(ctx.db, {
    hash: hashSecret(next),
    connection_id: connection.id,
    created_at: ctx.now(),
  })
  await connections.saveRefreshed(ctx.db, connection.id, ctx.now())
  return { ...issued, refresh_token: next }
}

async function issueAccess(
  ctx: Context,
  connection: connections.ConnectionRow,
  scopes: string[],
): Promise<Issued> {
  const now = ctx.now()
  const access = newAccessToken()
  await secrets.insertAccessToken(ctx.db, {
    id: newId(),
    user_id: connection.user_id,
    name: connection.name,
    hash: hashSecret(access),
    scopes,
    created_at: now,
    created_by: connection.user_id,
    expires_at: new Date(now.getTime() + ACCESS_LENGTH * 1000),
    connection_id: connection.id,
  })
  return {
    access_token: access,
    token_type: 'Bearer',
    expires_in: ACCESS_LENGTH,
    scope: scopes.join(' '),
  }
}

/** Either token ends the connection; unknown ones have ended already (RFC 7009). */
export async function revoke(ctx: Context, given: Parameters): Promise<void> {
  const { token, client_id } = given
  if (token === undefined) throw refuse('invalid_request', '"token" is missing')
  const hash = hashSecret(token)
  const refreshing = await secrets.findRefreshToken(ctx.db, hash)
  const id = refreshing?.connection_id ?? (await secrets.findConnectionOfToken(ctx.db, hash))
  const connection = id && (await connections.lockConnection(ctx.db, id))
  if (!connection) return
  if (client_id !== undefined && client_id !== connection.client) {
    throw refuse('invalid_client', 'the token was given to another program')
  }
  await authenticateProgram(ctx, { ...given, client_id: connection.client })
  if (connection.redirect_uri === connections.ITSELF) {
    // It has not ended: the program requests another token when needed.
    await secrets.revokeAccessToken(ctx.db, hash, ctx.now())
    return ctx.changed(IDENTITY)
  }
  await endConnections(ctx, { id: connection.id }, 'by the program')
}
