import { conflict, invalid, notFound } from '../../lib/errors.ts'
import type { EventTypeOf } from '../../lib/event-types.ts'
import { newId } from '../../lib/ids.ts'
import type { Context } from '../../platform/context.ts'
import { checkTypes } from '../../platform/event-filter.ts'
import { archivedText, archivedUpTo, holdArchives } from '../../platform/event-log/retention.ts'
import { OLD_SECRET } from './backoff.ts'
import { toRequest, withKeys } from './message.ts'
import { Endpoint, isDelivered } from './post.ts'
import { WEBHOOKS } from './sender.ts'
import { newSecret } from './signature.ts'
import * as store from './store/webhooks.ts'

export const listWebhooks = (ctx: Context) => store.listWebhooks(ctx.db)

/** The number of webhooks, and of their pending deliveries. */
export const countWebhooks = (ctx: Context) => store.countWebhooks(ctx.db)

/** Those that nothing gets through to. */
export const listTroubled = (ctx: Context) => store.listTroubled(ctx.db)

export async function getWebhook(ctx: Context, id: string): Promise<store.Row> {
  const found = await store.findWebhook(ctx.db, id)
  if (!found) throw notFound('webhook', id)
  return found
}

export async function createWebhook(ctx: Context, given: store.Given) {
  check(given)
  const id = newId()
  const secret = newSecret()
  const position = await store.positionBefore(ctx.db)
  const sealed = ctx.secrets.seal(secret)
  await store.insertWebhook(ctx.db, { ...given, id, secret: sealed, position }, changeOf(ctx))
  await tell(ctx, 'webhook.created', id, given)
  return { webhook: await getWebhook(ctx, id), secret }
}

export async function updateWebhook(ctx: Context, id: string, given: store.Given) {
  check(given)
  return change(ctx, id, { columns: given, type: 'webhook.updated', data: given })
}

export async function removeWebhook(ctx: Context, id: string): Promise<void> {
  const { name } = await getWebhook(ctx, id)
  await store.deleteWebhook(ctx.db, id)
  await tell(ctx, 'webhook.deleted', id, { name })
}

export const pauseWebhook = (ctx: Context, id: string) =>
  change(ctx, id, {
    columns: { paused_at: ctx.now(), paused_reason: 'by hand' },
    type: 'webhook.paused',
    data: { reason: 'by hand' },
  })

/** Resets the failure state: the endpoint counts as alive until it fails again. */
const ALIVE = {
  paused_at: null,
  paused_reason: null,
  failures: 0,
  failing_since: null,
  rest_until: null,
}

/** Continues where it stopped: pending deliveries are sent immediately. */
export async function resumeWebhook(ctx: Context, id: string) {
  const resumed = await change(ctx, id, { columns: ALIVE, type: 'webhook.resumed', data: {} })
  await store.hurryPending(ctx.db, id, ctx.now())
  return resumed
}

export async function rotateSecret(ctx: Context, id: string): Promise<string> {
  const { secret: old } = await getWebhook(ctx, id)
  const secret = newSecret()
  const until = new Date(ctx.now().getTime() + OLD_SECRET)
  const columns = { secret: ctx.secrets.seal(secret), old_secret: old, old_secret_until: until }
  await change(ctx, id, { columns, type: 'webhook.secret_changed', data: {} })
  return secret
}

const LOST =
  'its secret was lost with the key: make a new one, give it to the receiver, then resume'

/** Sets a random secret and pauses the webhook until it gets a new one. */
export const replaceLostSecret = (ctx: Context, id: string) =>
  change(ctx, id, {
    columns: {
      secret: ctx.secrets.seal(newSecret()),
      old_secret: null,
      old_secret_until: null,
      paused_at: ctx.now(),
      paused_reason: LOST,
    },
    type: 'webhook.paused',
    data: { reason: LOST },
  })

/** Sends all events from a position or time again; pending deliveries are sent as well. */
export async function replayWebhook(
  ctx: Context,
  id: string,
  { position, since }: { position?: number | undefined; since?: string | undefined },
) {
  const { cursor } = await getWebhook(ctx, id)
  if ((position === undefined) === (since === undefined)) {
    throw invalid('expected either position or since')
  }
  const before =
    position === undefined ? await store.positionBefore(ctx.db, new Date(since ?? 0)) : position - 1
  await holdArchives(ctx.db)
  const archived = await archivedUpTo(ctx.db)
  if (before < archived) throw conflict(archivedText(archived))
  const reached = (cursor as { position: number }).position
  if (before > reached) throw invalid(`position: nothing after ${reached} was sent yet`)
  const columns = { cursor: JSON.stringify({ position: before }) }
  return change(ctx, id, { columns, type: 'webhook.replayed', data: { position: before + 1 } })
}

export async function retryDead(ctx: Context, id: string, ids: number[] | undefined) {
  await getWebhook(ctx, id)
  const retried = await store.reviveDead(ctx.db, id, ids, ctx.now())
  if (retried > 0) await tell(ctx, 'webhook.retried', id, { messages: retried })
  return retried
}

export async function listDeliveries(
  ctx: Context,
  id: string,
  wanted: Parameters<typeof store.listDeliveries>[2],
) {
  await getWebhook(ctx, id)
  return store.listDeliveries(ctx.db, id, wanted)
}

/** Runs outside any transaction, independent of other deliveries. */
export async function testWebhook(ctx: Context, id: string, allowed: readonly string[]) {
  const webhook = await getWebhook(ctx, id)
  const endpoint = new Endpoint(webhook.url, allowed)
  const start = performance.now()
  const message = {
    position: 0,
    type: 'webhook.test',
    at: ctx.now(),
    object: `webhook:${id}`,
    namespace: null,
    code: null,
    actor: ctx.user.id,
    requestId: null,
    data: {},
  }
  try {
    const { body, headers } = toRequest(message, withKeys(ctx.secrets, webhook), ctx.now())
    const outcome = await endpoint.post(body, headers)
    const milliseconds = Math.round(performance.now() - start)
    return { delivered: isDelivered(outcome), ...outcome, milliseconds }
  } finally {
    endpoint.close()
  }
}

function check({ url, types }: store.Given): void {
  const { username, password } = new URL(url)
  if (username !== '' || password !== '') throw invalid('url: must not have a password in it')
  checkTypes(types)
}

async function change(
  ctx: Context,
  id: string,
  {
    columns,
    type,
    data,
  }: { columns: store.Columns; type: EventTypeOf<'webhook'>; data: Record<string, unknown> },
) {
  await getWebhook(ctx, id)
  await store.updateWebhook(ctx.db, id, columns, changeOf(ctx))
  await tell(ctx, type, id, data)
  return getWebhook(ctx, id)
}

const changeOf = (ctx: Context): store.Change => ({ at: ctx.now(), by: ctx.user.id })

async function tell(
  ctx: Context,
  type: EventTypeOf<'webhook'>,
  id: string,
  data: Record<string, unknown>,
) {
  ctx.changed(WEBHOOKS)
  await ctx.emit({ type, object: `webhook:${id}`, data })
}
