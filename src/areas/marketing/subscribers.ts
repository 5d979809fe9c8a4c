import type { StoredApp } from '../../definitions/snapshot.ts'
import type { AppAddress } from '../../lib/app-path.ts'
import { invalid } from '../../lib/errors.ts'
import type { EventTypeOf } from '../../lib/event-types.ts'
import { requireObject } from '../../lib/existence.ts'
import type { Context } from '../../platform/context.ts'
import { canUse, requireRight } from '../apps/policy.ts'
import { getApp } from '../apps/service.ts'
import type { Consent, Subscription } from './operations.ts'
import { type Contact, type Sorted, sortOut } from './people.ts'
import { requirePreferences } from './preferences.ts'
import * as consents from './store/consents.ts'
import * as store from './store/subscribers.ts'

type SubscriptionInput = AppAddress & {
  consent: Consent
  preferences: readonly string[]
  subscribers: readonly Contact[]
}

/** Records consents to mailings, with proof. Invalid entries are reported and skipped. */
export async function subscribe(ctx: Context, wanted: SubscriptionInput): Promise<Subscription[]> {
  const app = await getApp(ctx, wanted)
  await requireRight(ctx, app, 'update')
  await requirePreferences(ctx, 'preferences', wanted.preferences)
  const evidence = evidenceOf(ctx, wanted.consent, true)
  await store.lockSubscribers(ctx.db)
  const sorted = await sortOut(ctx, app, wanted.subscribers)
  const [added, updated] = [peopleIn(sorted, 'added'), peopleIn(sorted, 'updated')]
  const agreed = { place: app, preferences: wanted.preferences, at: ctx.now() }
  await store.insertSubscribers(ctx.db, added, agreed)
  await store.saveSubscribers(ctx.db, updated, agreed)
  await record(ctx, app, { people: [...added, ...updated], evidence })
  return sorted.map(toSubscription)
}

/** Records withdrawals of consent. Unsubscribed people are left unchanged. */
export async function unsubscribe(ctx: Context, id: string, consent: Consent): Promise<void> {
  await requireSubscriber(ctx, id, 'update')
  const evidence = evidenceOf(ctx, consent, false)
  if (!(await store.saveWithdrawn(ctx.db, id, ctx.now()))) return
  await consents.insertConsents(ctx.db, [id], evidence)
  await emit(ctx, 'marketing.subscriber.unsubscribed', id, { method: consent.method })
}

export async function listConsents(ctx: Context, id: string): Promise<consents.Evidence[]> {
  await requireSubscriber(ctx, id, 'read')
  return consents.listConsents(ctx.db, id)
}

async function requireSubscriber(ctx: Context, id: string, right: string): Promise<void> {
  const place = await store.findPlace(ctx.db, id)
  await requireObject({
    kind: 'subscriber',
    id,
    found: place,
    placeholder: { namespace: 'nobody', code: 'nobody' },
    right,
    refusal: place && `the right "${right}" on ${place.namespace}/${place.code} is required`,
    may: (each, app) => canUse(ctx, app, each),
  })
}

function evidenceOf(ctx: Context, consent: Consent, isGiven: boolean): consents.Evidence {
  const now = ctx.now()
  const at = consent.at === undefined ? now : new Date(consent.at)
  if (at > now) throw invalid('field "consent.at": must not be in the future')
  const { method, wording } = consent
  return { isGiven, at, method, wording, recordedAt: now, recordedBy: ctx.user.id }
}

const peopleIn = (sorted: readonly Sorted[], status: Sorted['status']): store.Subscriber[] =>
  sorted.flatMap((each) => ('person' in each && each.status === status ? each.person : []))

async function record(
  ctx: Context,
  { namespace, code }: StoredApp,
  { people, evidence }: { people: readonly store.Subscriber[]; evidence: consents.Evidence },
): Promise<void> {
  const ids = people.map(({ id }) => id)
  await consents.insertConsents(ctx.db, ids, evidence)
  for (const { id, email, item } of people) {
    const data = { email, source: { namespace, code, id: item }, method: evidence.method }
    await emit(ctx, 'marketing.subscriber.subscribed', id, data)
  }
}

const toSubscription = (each: Sorted): Subscription =>
  'person' in each ? { id: each.person.id, item: each.item, status: each.status } : each

const emit = (
  ctx: Context,
  type: EventTypeOf<'subscriber'>,
  id: string,
  data: Record<string, unknown>,
) => ctx.emit({ type, object: `subscriber:${id}`, data })
