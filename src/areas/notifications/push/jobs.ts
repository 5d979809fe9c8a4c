import type { Context } from '../../../platform/context.ts'
import type { Job, Jobs } from '../../../platform/jobs/runner.ts'
import type { OutsideCaller } from '../../../platform/outside/caller.ts'
import { PrivateAddress } from '../../../platform/outside/checked-lookup.ts'
import { isOpen } from '../../access/sessions.ts'
import { PUSH } from '../service.ts'
import { isMuted } from '../store/mutes.ts'
import { quietEnd } from '../times.ts'
import { titleOf } from '../words.ts'
import { encrypt } from './encryption.ts'
import { authorize, readSenderKey } from './sender-key.ts'
import * as store from './store.ts'

/** Seconds: older ones are no news, neither for us nor for the service that waits for the browser. */
const NEWS = 600
const MOST_ATTEMPTS = 3
const TIMEOUT = 5000
/** How long a service that did not answer in time is left alone, in milliseconds. */
const REST = 600_000
/** The browser is gone or has never been there, or takes messages from another key only. */
const GONE = new Set([401, 403, 404, 410])
const BUSY = 429

type Wanted = { notification: string; subscription: string }

/** `site`: where services find whoever sends. */
export function pushJobs(caller: OutsideCaller, site: string | undefined): Jobs {
  const resting = new Resting()
  const push = async (job: Job, wanted: Wanted): Promise<void> => {
    const { subscription } = wanted
    if (resting.has(subscription, job.now())) return
    const message = await job.read((ctx) => findMessage(ctx, wanted, site))
    if (!message) return
    const { outcome, reason } = await send(caller, message)
    if (outcome === 'told') return
    if (outcome === 'passing' && job.attempt < MOST_ATTEMPTS) throw new Error(reason)
    if (outcome === 'gone') await end(job, subscription, { user: message.user, reason })
    if (outcome === 'slow') resting.add(subscription, job.now())
    job.log.warn({ subscription, reason }, 'a browser was not told')
  }
  return { handlers: { [PUSH]: (job, payload) => push(job, payload as Wanted) }, schedule: {} }
}

/** Subscriptions whose service keeps us waiting; every node learns that for itself. */
class Resting {
  readonly #until = new Map<string, number>()

  has(subscription: string, now: Date): boolean {
    return (this.#until.get(subscription) ?? 0) > now.getTime()
  }

  add(subscription: string, now: Date): void {
    for (const [each, until] of this.#until) {
      if (until <= now.getTime()) this.#until.delete(each)
    }
    this.#until.set(subscription, now.getTime() + REST)
  }
}

type Message = { endpoint: string; body: Buffer; headers: Record<string, string>; user: string }

/** Nothing if it is no news any more or not wanted now, the session is over, or the quiet hours have begun. */
async function findMessage(
  ctx: Context,
  { notification, subscription }: Wanted,
  site: string | undefined,
): Promise<Message | undefined> {
  const now = ctx.now()
  const since = new Date(now.getTime() - NEWS * 1000)
  const found = await store.findPushed(ctx.db, { notification, subscription, since })
  if (!found || quietEnd(now, found.quiet, found)) return undefined
  if (!(await isOpen(ctx, found.session))) return undefined
  const { endpoint, language, stream, id: user } = found
  if (await isMuted(ctx.db, user, [stream])) return undefined
  const key = await readSenderKey(ctx)
  const link = `/open?${new URLSearchParams({ object: stream, notice: notification })}`
  const text = JSON.stringify({ id: notification, title: titleOf(found, language), link })
  const contact = site?.startsWith('https:') ? site : undefined
  const headers = {
    authorization: authorize(key, { endpoint, contact, now }),
    'content-encoding': 'aes128gcm',
    'content-type': 'application/octet-stream',
    ttl: String(NEWS),
  }
  return { endpoint, body: encrypt(text, found), headers, user }
}

type Sent = { outcome: 'told' | 'gone' | 'slow' | 'passing' | 'refused'; reason: string }

/** A private address is as good as no browser. */
async function send(caller: OutsideCaller, { endpoint, body, headers }: Message): Promise<Sent> {
  const signal = AbortSignal.timeout(TIMEOUT)
  try {
    const { status } = await caller.post(endpoint, { body, headers, signal })
    return { outcome: outcomeOf(status), reason: `answered ${status}` }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    if (error instanceof PrivateAddress) return { outcome: 'gone', reason }
    return { outcome: signal.aborted ? 'slow' : 'passing', reason }
  }
}

function outcomeOf(status: number): Sent['outcome'] {
  if (GONE.has(status)) return 'gone'
  if (status === BUSY || status >= 500) return 'passing'
  return status < 300 ? 'told' : 'refused'
}

const end = (
  job: Job,
  subscription: string,
  { user, reason }: { user: string; reason: string },
): Promise<void> =>
  job.write(async (ctx) => {
    if (!(await store.deleteSubscription(ctx.db, subscription))) return
    const data = { reason }
    await ctx.emit({ type: 'notification.push_ended', object: `user:${user}`, data })
  })
