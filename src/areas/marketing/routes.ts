import { implement, type Routes } from '../../http/implement.ts'
import { preconditionFailed } from '../../lib/errors.ts'
import { getSegment, listSegmentSubscribers, listSegments, listSubscribers } from './lists.ts'
import { marketing } from './operations.ts'
import { createPreference, listPreferences } from './preferences.ts'
import { addSubscribers, createSegment, findSegments, removeSubscribers } from './segments.ts'
import { listConsents, subscribe, unsubscribe } from './subscribers.ts'

const routes = implement('marketing', marketing, {
  createSegment: async ({ input }, ctx) => {
    const id = await createSegment(ctx, input)
    return { id, segment: await getSegment(ctx, id) }
  },
  listSegments: async ({ input }, ctx) => listSegments(ctx, input),
  segments: async ({ input }, ctx) => findSegments(ctx, input),
  getSegment: async ({ params }, ctx) => ({ segment: await getSegment(ctx, params.id) }),
  listSegmentSubscribers: async ({ params, input }, ctx) =>
    listSegmentSubscribers(ctx, params.id, input),
  addSubscribers: async ({ params, input }, ctx) => {
    const { results, count } = await addSubscribers(ctx, params.id, input)
    return { added: count, results }
  },
  removeSubscribers: async ({ params, input }, ctx) => {
    const { results, count } = await removeSubscribers(ctx, params.id, input.ids)
    return { removed: count, results }
  },
  listSubscribers: async ({ input }, ctx) => listSubscribers(ctx, input),
  subscribe: async ({ input }, ctx) => ({ subscribers: await subscribe(ctx, input) }),
  unsubscribe: async ({ params, input }, ctx) => {
    await unsubscribe(ctx, params.id, input)
    return {}
  },
  listConsents: async ({ params }, ctx) => ({
    consents: (await listConsents(ctx, params.id)).map((each) => ({
      ...each,
      at: each.at.toISOString(),
      recordedAt: each.recordedAt.toISOString(),
    })),
  }),
  listPreferences: async (_, ctx) => ({ preferences: await listPreferences(ctx) }),
  createPreference: async ({ input }, ctx) => ({
    preference: await createPreference(ctx, input.name),
  }),
})

/** Programs recognise a server without CRM by this response. */
const whenOn =
  (handle: Routes['handlers'][string]): Routes['handlers'][string] =>
  async (received, ctx) => {
    if (ctx.config.KONTOR_MARKETING === 'on') return handle(received, ctx)
    throw preconditionFailed('marketing is switched off: set KONTOR_MARKETING to on')
  }

export const marketingRoutes: Routes = {
  ...routes,
  handlers: Object.fromEntries(
    Object.entries(routes.handlers).map(([name, handle]) => [name, whenOn(handle)]),
  ),
}
