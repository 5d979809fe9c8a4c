import { forbidden, notFound } from '../../../lib/errors.ts'
import { newId } from '../../../lib/ids.ts'
import { covers } from '../../../platform/caller.ts'
import type { Context } from '../../../platform/context.ts'
import { hashSecret } from '../secrets.ts'
import { deleteOldCalls, toCalls } from '../store/calls.ts'
import type { ClientDocuments } from './client-documents.ts'
import { endConnections } from './ending.ts'
import type { Connection } from './operations.ts'
import { hostOfRedirect, isLoopback } from './redirects.ts'
import { type AuthorizationRequest, answerAt, readRequest, WrongRequest } from './requests.ts'
import { onlyReading } from './scopes.ts'
import { newCode } from './secrets.ts'
import { deleteUnused } from './store/clients.ts'
import * as store from './store/connections.ts'
import * as codes from './store/secrets.ts'

const DAY = 24 * 3600_000
/** Programs fetch their token at once; an unused code could only serve others. */
const CODE_LENGTH = 60_000
export const IDLE = 45 * DAY
export const LONGEST = 365 * DAY

type SiteContext = Context & { site: string }

/** What a person needs to know to decide. */
export async function review(ctx: SiteContext, documents: ClientDocuments, query: string) {
  const { site } = ctx
  const read = await readRequest(ctx, documents, { site, query })
  const { client, redirect, request } = read
  const isWrong = request instanceof WrongRequest
  return {
    client: {
      id: client.id,
      name: client.name,
      known: client.known,
      host: hostOfRedirect(redirect),
      isLocal: isLoopback(redirect),
    },
    scopes: isWrong ? [] : request.scopes,
    audience: isWrong ? ('api' as const) : request.audience,
    refusal: isWrong
      ? { message: request.message, redirect: refusalAt(read, site, request) }
      : null,
  }
}

type Decision = { query: string; allow: boolean; onlyRead: boolean }
type Steps = SiteContext & { write<T>(work: (ctx: Context) => Promise<T>): Promise<T> }

/** Returns where the browser goes: to the program, with a code or a refusal. */
export async function decide(
  ctx: Steps,
  documents: ClientDocuments,
  { query, allow, onlyRead }: Decision,
): Promise<string> {
  if (ctx.user.credential.kind !== 'session') {
    throw forbidden(
      'only a person who is signed in can let a program in: no token can, whatever its scopes',
    )
  }
  const { site } = ctx
  const read = await readRequest(ctx, documents, { site, query })
  if (read.request instanceof WrongRequest) return refusalAt(read, site, read.request)
  if (!allow) {
    return refusalAt(read, site, new WrongRequest('access_denied', 'the person has refused'))
  }
  const { request } = read
  const scopes = onlyRead ? onlyReading(request.scopes) : request.scopes
  const code = await ctx.write((step) => connect(step, { ...request, scopes }))
  return answerAt(read, site, { code })
}

const refusalAt = (
  read: Pick<AuthorizationRequest, 'redirect' | 'state'>,
  site: string,
  { reason, message }: WrongRequest,
) => answerAt(read, site, { error: reason, error_description: message.replaceAll(/["\\]/g, "'") })

async function connect(ctx: Context, request: AuthorizationRequest): Promise<string> {
  const { client, redirect, scopes, audience, challenge } = request
  const id = newId()
  const code = newCode()
  const now = ctx.now()
  await store.insertConnection(ctx.db, {
    id,
    user_id: ctx.user.id,
    client: client.id,
    name: client.name,
    redirect_uri: redirect,
    scopes,
    audience,
    created_at: now,
    refreshed_at: now,
    expires_at: new Date(now.getTime() + LONGEST),
  })
  await codes.insertCode(ctx.db, {
    hash: hashSecret(code),
    connection_id: id,
    challenge,
    expires_at: new Date(now.getTime() + CODE_LENGTH),
  })
  await ctx.emit({
    type: 'connection.created',
    object: `connection:${id}`,
    data: {
      user: ctx.user.id,
      client: client.id,
      name: client.name,
      host: hostOfRedirect(redirect),
      scopes,
      audience,
    },
  })
  return code
}

export async function listConnections(ctx: Context, of: string | undefined): Promise<Connection[]> {
  const user = of ?? ctx.user.id
  if (user !== ctx.user.id && !ctx.user.isAdministrator) {
    throw forbidden('only administrators can see the programs of others')
  }
  const rows = await store.listConnections(ctx.db, user === 'all' ? undefined : user)
  return rows.map((row) => ({
    id: row.id,
    user: { id: row.user_id, name: row.user_name },
    client: row.client,
    name: row.name,
    host: row.redirect_uri === store.ITSELF ? '' : hostOfRedirect(row.redirect_uri),
    scopes: row.scopes,
    audience: row.audience,
    createdAt: row.created_at.toISOString(),
    lastUsedAt: row.last_used_at?.toISOString() ?? null,
    ...toCalls(row),
    expiresAt: row.expires_at.toISOString(),
  }))
}

export async function endConnection(ctx: Context, id: string): Promise<void> {
  const connection = await store.lockConnection(ctx.db, id)
  const isTheirs = connection?.user_id === ctx.user.id || ctx.user.isAdministrator
  if (!connection || connection.ended_at || !isTheirs) throw notFound('connection', id)
  if (!connection.scopes.every((scope) => covers(ctx.user.credential, scope))) {
    throw forbidden('a scoped token can only end programs within its own scopes')
  }
  await endConnections(
    ctx,
    { id },
    connection.user_id === ctx.user.id ? 'by its user' : 'by an administrator',
  )
}

/** Deletes ended and unused ones. */
export async function sweepConnections(ctx: Context): Promise<void> {
  const now = ctx.now()
  const before = (milliseconds: number) => new Date(now.getTime() - milliseconds)
  await store.deleteOldConnections(ctx.db, {
    now,
    unusedBefore: before(DAY),
    idleBefore: before(IDLE),
    rowsBefore: before(90 * DAY),
  })
  await deleteUnused(ctx.db, before(DAY))
  await deleteOldCalls(ctx.db)
}
