import { newId } from '../../../lib/ids.ts'
import { covers } from '../../../platform/caller.ts'
import type { Context } from '../../../platform/context.ts'
import { findActingPerson } from '../service.ts'
import type { Audience } from './audience.ts'
import { LONGEST } from './connections.ts'
import { refuse } from './refusal.ts'
import { readScopes } from './scopes.ts'
import { type ClientRow, lockClient } from './store/clients.ts'
import * as connections from './store/connections.ts'

type TokenRequest = { scope: string | undefined; audience: Audience }
type Allowed = { connection: connections.ConnectionRow; scopes: string[] }

/** A server program acts as the account that an administrator chose (RFC 6749, section 4.4). */
export async function connectItself(
  ctx: Context,
  client: ClientRow | undefined,
  { scope, audience }: TokenRequest,
): Promise<Allowed | ReturnType<typeof refuse>> {
  if (!client?.user_id || !client.scopes) {
    return refuse('unauthorized_client', 'this program does not act by itself')
  }
  const allowed = { kind: 'token', id: null, scopes: client.scopes, expiresAt: null } as const
  const scopes = scope === undefined ? client.scopes : readScopes(scope)
  if (!scopes?.every((each) => covers(allowed, each))) {
    return refuse('invalid_scope', `it may have ${client.scopes.join(' ')}`)
  }
  if (!(await findActingPerson(ctx, client.user_id, scopes))) {
    return refuse('invalid_grant', 'the account that it acts as is blocked or deleted')
  }
  await lockClient(ctx.db, client.id)
  const known = await connections.findOwn(ctx.db, client.id, audience)
  const end = new Date(ctx.now().getTime() + LONGEST)
  if (known) await connections.saveEnd(ctx.db, known.id, end)
  return { connection: known ?? (await insert(ctx, client, audience, end)), scopes }
}

async function insert(ctx: Context, client: ClientRow, audience: Audience, end: Date) {
  const { id: program, name, user_id, scopes } = client
  const now = ctx.now()
  const connection = {
    ...{ id: newId(), user_id: user_id ?? '', client: program, name },
    ...{ redirect_uri: connections.ITSELF, scopes: scopes ?? [], audience },
    ...{ created_at: now, refreshed_at: now, expires_at: end },
  }
  await connections.insertConnection(ctx.db, connection)
  await ctx.emit({
    type: 'connection.created',
    object: `connection:${connection.id}`,
    data: { user: user_id, client: program, name, host: '', scopes, audience },
  })
  return { ...connection, connected_at: null, last_used_at: null, ended_at: null }
}
