import { nextOf, startOf } from '../../api/after.ts'
import { implement } from '../../http/implement.ts'
import { inBatches } from '../../platform/jobs/batches.ts'
import type { Jobs } from '../../platform/jobs/runner.ts'
import { type Delivery, type Webhook, webhooks } from './operations.ts'
import * as service from './service.ts'
import type { listDeliveries, Row } from './store/webhooks.ts'
import { forgetOld } from './store/webhooks.ts'

/** `allowed` are the private addresses that may be used. */
export const webhooksRoutes = (allowed: readonly string[]) =>
  implement('webhooks', webhooks, {
    list: async (_, ctx) => ({ webhooks: (await service.listWebhooks(ctx)).map(toWebhook) }),
    create: async ({ input }, ctx) => {
      const { webhook, secret } = await service.createWebhook(ctx, input)
      return { webhook: toWebhook(webhook), secret }
    },
    get: async ({ params }, ctx) => ({
      webhook: toWebhook(await service.getWebhook(ctx, params.id)),
    }),
    update: async ({ params, input }, ctx) => ({
      webhook: toWebhook(await service.updateWebhook(ctx, params.id, input)),
    }),
    remove: async ({ params }, ctx) => {
      await service.removeWebhook(ctx, params.id)
      return {}
    },
    pause: async ({ params }, ctx) => ({
      webhook: toWebhook(await service.pauseWebhook(ctx, params.id)),
    }),
    resume: async ({ params }, ctx) => ({
      webhook: toWebhook(await service.resumeWebhook(ctx, params.id)),
    }),
    rotate: async ({ params }, ctx) => ({ secret: await service.rotateSecret(ctx, params.id) }),
    test: async ({ params }, ctx) => service.testWebhook(ctx, params.id, allowed),
    replay: async ({ params, input }, ctx) => ({
      webhook: toWebhook(await service.replayWebhook(ctx, params.id, input)),
    }),
    deliveries: async ({ params, input }, ctx) => {
      const wanted = { ...input, before: startOf(input) }
      const rows = await service.listDeliveries(ctx, params.id, wanted)
      const ids = rows.map(({ id }) => id)
      return { deliveries: rows.map(toDelivery), ...nextOf(input, ids) }
    },
    retry: async ({ params, input }, ctx) => ({
      retried: await service.retryDead(ctx, params.id, input.ids),
    }),
  })

const DAY = 86_400_000

export const webhooksJobs: Jobs = {
  handlers: {
    'webhooks.forget': (job) =>
      inBatches(job, (ctx, most) =>
        forgetOld(ctx.db, new Date(ctx.now().getTime() - 7 * DAY), most),
      ),
  },
  schedule: { 'webhooks.forget': '17 3 * * *' },
}

export const toWebhook = (row: Row): Webhook => ({
  id: row.id,
  name: row.name,
  url: row.url,
  types: row.types,
  namespaces: row.namespaces,
  apps: row.apps,
  position: (row.cursor as { position: number }).position,
  pending: row.pending,
  isPendingEstimated: row.is_pending_estimated,
  oldestPendingAt: row.oldest_pending?.toISOString() ?? null,
  dead: Number(row.dead),
  pausedAt: row.paused_at?.toISOString() ?? null,
  pausedReason: row.paused_reason,
  failures: row.failures,
  failingSince: row.failing_since?.toISOString() ?? null,
  lastError: row.last_error,
  version: row.version,
  createdAt: row.created_at.toISOString(),
  createdBy: row.created_by,
  updatedAt: row.updated_at.toISOString(),
  updatedBy: row.updated_by,
})

const toDelivery = (row: Awaited<ReturnType<typeof listDeliveries>>[number]): Delivery => ({
  id: row.id,
  position: row.position,
  type: row.type,
  object: row.object_id,
  state: row.state as Delivery['state'],
  attempts: row.attempts,
  dueAt: row.due_at.toISOString(),
  lastAt: row.last_at?.toISOString() ?? null,
  status: row.status,
  error: row.error,
})
