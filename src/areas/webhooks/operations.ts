import { z } from 'zod'
import { NewestFirst } from '../../api/after.ts'
import { operation } from '../../api/operation.ts'
import { DateTime, EventName, Id, Next } from '../../api/schemas.ts'

const ById = z.object({ id: Id })
const Url = z.url({ protocol: /^https?$/ }).max(2000)
const Name = z.string().min(1).max(255)
const filter = z.array(z.string().min(1).max(200)).max(100)

const filters = {
  types: filter
    .default([])
    .describe('types of events, or their beginnings such as app.item.*; none = all'),
  namespaces: filter.default([]).describe('workspaces; none = all'),
  apps: filter.default([]).describe('apps such as crm/deals; none = all'),
}

export const Webhook = z
  .object({
    id: Id,
    name: z.string(),
    url: z.string(),
    types: z.array(z.string()),
    namespaces: z.array(z.string()),
    apps: z.array(z.string()),
    position: z.int().describe('up to where the log was gone through for it'),
    pending: z.int().describe('messages that wait to be sent or sent again, also in the log'),
    isPendingEstimated: z
      .boolean()
      .describe(
        'only the next 10000 events of the log were counted, and the rest estimated from them',
      ),
    oldestPendingAt: DateTime.nullable().describe('when the first of them happened'),
    dead: z.int().describe('messages that were given up'),
    pausedAt: DateTime.nullable(),
    pausedReason: z.string().nullable(),
    failures: z.int().describe('tries in a row that failed, whatever was sent'),
    failingSince: DateTime.nullable(),
    lastError: z.string().nullable().describe('of the latest try, null if that got through'),
    version: z.int(),
    createdAt: DateTime,
    createdBy: Id,
    updatedAt: DateTime,
    updatedBy: Id,
  })
  .meta({ id: 'Webhook' })
export type Webhook = z.infer<typeof Webhook>

const Secret = z.string().describe('signs every message; shown only now')

export const Delivery = z
  .object({
    id: z.int(),
    position: z.int(),
    type: EventName,
    object: z.string(),
    state: z.enum(['pending', 'delivered', 'dead']),
    attempts: z.int(),
    dueAt: DateTime,
    lastAt: DateTime.nullable(),
    status: z.int().nullable().describe('what the receiver answered last'),
    error: z.string().nullable(),
  })
  .meta({ id: 'WebhookDelivery' })
export type Delivery = z.infer<typeof Delivery>

const WEBHOOKS = '/manage/v1/webhooks'
const access = 'administrator' as const
/** A webhook requires the same scope as the event stream. */
const STREAM = ['events:read']

export const webhooks = {
  list: operation({
    method: 'GET',
    path: WEBHOOKS,
    summary: 'List webhooks',
    output: z.object({ webhooks: z.array(Webhook) }),
    access,
  }),
  create: operation({
    method: 'POST',
    path: WEBHOOKS,
    gives: STREAM,
    summary: 'Create a webhook',
    input: z.object({ name: Name, url: Url, ...filters }),
    output: z.object({ webhook: Webhook, secret: Secret }),
    access,
  }),
  get: operation({
    method: 'GET',
    path: `${WEBHOOKS}/{id}`,
    summary: 'Get a webhook',
    params: ById,
    output: z.object({ webhook: Webhook }),
    access,
  }),
  update: operation({
    method: 'PUT',
    path: `${WEBHOOKS}/{id}`,
    gives: STREAM,
    summary: 'Change a webhook',
    params: ById,
    input: z.object({ name: Name, url: Url, ...filters }),
    output: z.object({ webhook: Webhook }),
    access,
  }),
  remove: operation({
    method: 'DELETE',
    path: `${WEBHOOKS}/{id}`,
    gives: [],
    summary: 'Delete a webhook and its pending deliveries',
    params: ById,
    access,
  }),
  pause: operation({
    method: 'POST',
    path: `${WEBHOOKS}/{id}/pause`,
    gives: [],
    summary: 'Pause a webhook; its events are kept',
    params: ById,
    output: z.object({ webhook: Webhook }),
    access,
  }),
  resume: operation({
    method: 'POST',
    path: `${WEBHOOKS}/{id}/resume`,
    gives: [],
    summary: 'Resume a webhook',
    params: ById,
    output: z.object({ webhook: Webhook }),
    access,
  }),
  rotate: operation({
    method: 'POST',
    path: `${WEBHOOKS}/{id}/secret`,
    gives: STREAM,
    summary: 'Rotate the secret of a webhook; the old one stays valid for a day',
    params: ById,
    output: z.object({ secret: Secret }),
    access,
  }),
  test: operation({
    method: 'POST',
    path: `${WEBHOOKS}/{id}/test`,
    gives: [],
    summary: 'Send a test message to a webhook',
    params: ById,
    output: z.object({
      delivered: z.boolean(),
      status: z.int().nullable(),
      error: z.string().nullable(),
      milliseconds: z.int(),
    }),
    access,
    inSteps: true,
  }),
  replay: operation({
    method: 'POST',
    path: `${WEBHOOKS}/{id}/replay`,
    gives: STREAM,
    summary: 'Send events again from a position or a time',
    params: ById,
    input: z.object({
      position: z.int().min(1).optional().describe('the first event to send again'),
      since: DateTime.optional().describe('instead of it: the first after this time'),
    }),
    output: z.object({ webhook: Webhook }),
    access,
  }),
  deliveries: operation({
    method: 'GET',
    path: `${WEBHOOKS}/{id}/deliveries`,
    summary: 'List deliveries, newest first',
    params: ById,
    input: NewestFirst.extend({ state: z.enum(['pending', 'delivered', 'dead']).optional() }),
    output: z.object({ deliveries: z.array(Delivery), ...Next }),
    access,
  }),
  retry: operation({
    method: 'POST',
    path: `${WEBHOOKS}/{id}/deliveries/retry`,
    gives: [],
    summary: 'Retry dead deliveries',
    params: ById,
    input: z.object({
      ids: z.array(z.int()).min(1).max(1000).optional().describe('none = all that were given up'),
    }),
    output: z.object({ retried: z.int() }),
    access,
  }),
}
