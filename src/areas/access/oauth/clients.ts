import { invalid, notFound, tooMany } from '../../../lib/errors.ts'
import { isId, newId } from '../../../lib/ids.ts'
import type { Context } from '../../../platform/context.ts'
import type { ClientDocuments } from './client-documents.ts'
import { endConnections } from './ending.ts'
import type { RegisteredClient } from './operations.ts'
import { isDocumentAddress, problemOfRedirect } from './redirects.ts'
import { refuse } from './refusal.ts'
import * as store from './store/clients.ts'

export type OAuthClient = {
  id: string
  name: string
  redirects: readonly string[]
  known: 'administrator' | 'document' | 'itself'
}

/** A program by its id: a registered one, or one with a document at that address. */
export async function getClient(
  ctx: Context,
  documents: ClientDocuments,
  id: string,
): Promise<OAuthClient> {
  if (isDocumentAddress(id)) return { id, known: 'document', ...(await documents.get(id)) }
  const row = isId(id) ? await store.findClient(ctx.db, id) : undefined
  if (!row) throw refuse('invalid_client', 'the program that asks is not known here')
  const { name, redirect_uris: redirects, is_trusted } = row
  return { id: row.id, name, redirects, known: is_trusted ? 'administrator' : 'itself' }
}

export async function listClients(ctx: Context): Promise<RegisteredClient[]> {
  const rows = await store.listClients(ctx.db)
  return rows.map((row) => toRegistered(row, row.connections))
}

type Wanted = { name: string; redirects: string[] }

export async function createClient(ctx: Context, wanted: Wanted): Promise<RegisteredClient> {
  for (const [at, each] of wanted.redirects.entries()) {
    const problem = problemOfRedirect(each)
    if (problem !== undefined) throw invalid(`field "redirects.${at}": ${problem}`)
  }
  return toRegistered(await insert(ctx, wanted, { isTrusted: true, address: '' }), 0)
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

/** Anybody can: so only so many, and those that nobody uses go after a day. */
export async function registerItself(
  ctx: Context,
  wanted: Wanted,
  address: string,
): Promise<store.ClientRow> {
  for (const each of wanted.redirects) {
    const problem = problemOfRedirect(each)
    if (problem !== undefined) throw refuse('invalid_redirect_uri', problem)
  }
  const since = new Date(ctx.now().getTime() - HOUR)
  const { fromThere, inAll } = await store.countByThemselves(ctx.db, address, since)
  if (fromThere >= MOST_FROM_ONE || inAll >= MOST_IN_ALL) {
    throw tooMany('programs were registered, try again later', HOUR / 1000)
  }
  return insert(ctx, wanted, { isTrusted: false, address })
}

async function insert(
  ctx: Context,
  { name, redirects }: Wanted,
  { isTrusted, address }: { isTrusted: boolean; address: string },
): Promise<store.ClientRow> {
  const client = {
    id: newId(),
    name,
    redirect_uris: redirects,
    is_trusted: isTrusted,
    address,
    created_at: ctx.now(),
    created_by: isTrusted ? ctx.user.id : null,
  }
  await store.insertClient(ctx.db, client)
  await ctx.emit({
    type: 'oauth_client.registered',
    object: `oauth_client:${client.id}`,
    data: { name, redirects, isTrusted },
  })
  return client
}

const toRegistered = (row: store.ClientRow, connections: number): RegisteredClient => ({
  id: row.id,
  name: row.name,
  redirects: row.redirect_uris,
  isTrusted: row.is_trusted,
  createdAt: row.created_at.toISOString(),
  connections,
})
