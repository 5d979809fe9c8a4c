import type { Context } from '../../../platform/context.ts'
import { IDENTITY } from '../identity.ts'
import { dropSecrets } from './store/clients.ts'
import * as store from './store/connections.ts'

/** Ends connections with all their tokens, on every node from the next request on. */
export async function endConnections(
  ctx: Context,
  chosen: store.Chosen,
  reason: string,
): Promise<void> {
  const ended = await store.endConnections(ctx.db, chosen, ctx.now())
  if (ended.length === 0) return
  ctx.changed(IDENTITY)
  // A program that acts by itself could reconnect at once.
  const own = ended.filter(({ redirect_uri }) => redirect_uri === store.ITSELF)
  await dropSecrets(
    ctx.db,
    own.map(({ client }) => client),
  )
  for (const { id, user_id: user, client, name } of ended) {
    const data = { user, client, name, reason }
    await ctx.emit({ type: 'connection.ended', object: `connection:${id}`, data })
  }
}
