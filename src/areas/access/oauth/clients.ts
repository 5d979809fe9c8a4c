import { AppError, conflict, invalid, notFound, tooMany } from '../../../lib/errors.ts'
import { isId, newId } from '../../../lib/ids.ts'
import type { Context } from '../../../platform/context.ts'
import { hashSecret } from '../secrets.ts'
import { checkProgramMaker, checkScopes, findActingPerson } from '../service.ts'
import type { ClientDocuments } from './client-documents.ts'
import { endConnections } from './ending.ts'
import type { RegisteredClient } from './operations.ts'
import { isDocumentAddress, problemOfRedirect } from './redirects.ts'
import { refuse } from './refusal.ts'
import { newClientSecret } from './secrets.ts'
import * as store from './store/clients.ts'

export type OAuthClient = {
  id: string
  name: string
  redirects: readonly string[]
  known: 'administrator' | 'document' | 'itself'
}

/** Which programs may ask people, by the setting of the server. */
const ADMITTED = {
  open: ['administrator', 'document', 'itself'],
  documents: ['administrator', 'document'],
  closed: ['administrator'],
}

function checkAdmitted({ config }: Context, known: OAuthClient['known']): void {
  if (ADMITTED[config.KONTOR_OAUTH_REGISTRATION].includes(known)) return
  throw refuse('invalid_client', NOT_BY_THEMSELVES)
}

const NOT_BY_THEMSELVES =
  'programs do not register themselves here: ask an administrator to register this one'

/** A program by its id: a registered one, or one described by a document at that address. */
export async function getClient(
  ctx: Context,
  documents: ClientDocuments,
  id: string,
): Promise<OAuthClient> {
  if (isDocumentAddress(id)) {
    checkAdmitted(ctx, 'document')
    return { id, known: 'document', ...(await documents.get(id)) }
  }
  const row = isId(id) ? await store.findClient(ctx.db, id) : undefined
  if (!row) throw refuse('invalid_client', 'the program that asks is not known here')
  const { name, redirect_uris: redirects, is_trusted } = row
  const known = is_trusted ? 'administrator' : 'itself'
  checkAdmitted(ctx, known)
  return { id: row.id, name, redirects, known }
}

export async function listClients(ctx: Context): Promise<RegisteredClient[]> {
  const rows = await store.listClients(ctx.db)
  return rows.map((row) => toRegistered(row, row.connections))
}

type ClientMetadata = { name: string; redirects: string[] }
type NewClient = ClientMetadata & {
  isConfidential: boolean
  actsAs: { user: string; scopes: string[] } | null
}

export async function createClient(
  ctx: Context,
  wanted: NewClient,
): Promise<{ client: RegisteredClient; secret: string | null }> {
  checkProgramMaker(ctx)
  const { isConfidential, actsAs } = wanted
  if (wanted.redirects.length === 0 && !actsAs) {
    throw invalid('field "redirects": expected an address, or "actsAs" for one that acts by itself')
  }
  if (actsAs && !isConfidential) {
    throw invalid('field "isConfidential": only a program with a secret acts by itself')
  }
  for (const [at, each] of wanted.redirects.entries()) {
    const problem = problemOfRedirect(each)
    if (problem !== undefined) throw invalid(`field "redirects.${at}": ${problem}`)
  }
  if (actsAs) await checkActing(ctx, actsAs)
  const secret = isConfidential ? newClientSecret() : null
  const row = await insert(ctx, wanted, {
    is_trusted: true,
    address: '',
    is_confidential: isConfidential,
    secret_hash: secret === null ? null : hashSecret(secret),
    user_id: actsAs?.user ?? null,
    scopes: actsAs?.scopes.toSorted() ?? null,
  })
  return { client: toRegistered(row, 0), secret }
}

/** Its tokens would have these scopes, and nobody may create more than they have. */
async function checkActing(ctx: Context, { user, scopes }: NonNullable<NewClient['actsAs']>) {
  checkScopes(ctx, scopes)
  if (await findActingPerson(ctx, user, scopes)) return
  throw invalid('field "actsAs.user": expected somebody who can sign in')
}

/** Ends the previous secret and everything obtained with it. */
export async function renewSecret(ctx: Context, id: string): Promise<string> {
  checkProgramMaker(ctx)
  const client = await store.lockClient(ctx.db, id)
  if (!client) throw notFound('program', id)
  if (!client.is_confidential) throw conflict('this program was registered without a secret')
  if (client.scopes) checkScopes(ctx, client.scopes)
  await endConnections(ctx, { client: id, isOwn: true }, 'its secret was renewed')
  const secret = newClientSecret()
  await store.saveSecret(ctx.db, id, hashSecret(secret))
  const data = { name: client.name }
  await ctx.emit({ type: 'oauth_client.secret_changed', object: `oauth_client:${id}`, data })
  return secret
}

export async function deleteClient(ctx: Context, id: string): Promise<void> {
  const client = await store.deleteClient(ctx.db, id)
  if (!client) throw notFound('program', id)
  await endConnections(ctx, { client: id }, 'program deleted')
  await ctx.emit({
    type: 'oauth_client.deleted',
    object: `oauth_client:${id}`,
    data: { name: client.name },
  })
}

const HOUR = 3600_000
const MOST_FROM_ONE = 20
const MOST_IN_ALL = 1000

/** Open to anybody, so the number is limited and unused ones are deleted after a day. */
export async function registerItself(
  ctx: Context,
  wanted: ClientMetadata,
  address: string,
): Promise<store.ClientRow> {
  if (ctx.config.KONTOR_OAUTH_REGISTRATION !== 'open') {
    throw new AppError('forbidden', NOT_BY_THEMSELVES, { reason: 'access_denied' })
  }
  for (const each of wanted.redirects) {
    const problem = problemOfRedirect(each)
    if (problem !== undefined) throw refuse('invalid_redirect_uri', problem)
  }
  const since = new Date(ctx.now().getTime() - HOUR)
  const { fromThere, inAll } = await store.countByThemselves(ctx.db, address, since)
  if (fromThere >= MOST_FROM_ONE || inAll >= MOST_IN_ALL) {
    throw tooMany('programs were registered, try again later', HOUR / 1000)
  }
  return insert(ctx, wanted, { ...PUBLIC, address })
}

const PUBLIC = {
  is_trusted: false,
  is_confidential: false,
  secret_hash: null,
  user_id: null,
  scopes: null,
}

async function insert(
  ctx: Context,
  { name, redirects }: ClientMetadata,
  more: Omit<store.ClientRow, 'id' | 'name' | 'redirect_uris' | 'created_at' | 'created_by'>,
): Promise<store.ClientRow> {
  const client = {
    ...more,
    id: newId(),
    name,
    redirect_uris: redirects,
    created_at: ctx.now(),
    created_by: more.is_trusted ? ctx.user.id : null,
  }
  await store.insertClient(ctx.db, client)
  await ctx.emit({
    type: 'oauth_client.registered',
    object: `oauth_client:${client.id}`,
    data: { name, redirects, isTrusted: more.is_trusted, actsAs: actsAsOf(client) },
  })
  return client
}

const toRegistered = (row: store.ClientRow, connections: number): RegisteredClient => ({
  id: row.id,
  name: row.name,
  redirects: row.redirect_uris,
  isTrusted: row.is_trusted,
  isConfidential: row.is_confidential,
  hasSecret: row.secret_hash !== null,
  actsAs: actsAsOf(row),
  createdAt: row.created_at.toISOString(),
  connections,
})

const actsAsOf = ({ user_id: user, scopes }: store.ClientRow) =>
  user === null ? null : { user, scopes: scopes ?? [] }
