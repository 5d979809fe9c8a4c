import type { Context } from '../../../platform/context.ts'
import type { Job, Jobs } from '../../../platform/jobs/runner.ts'
import type { OutsideCaller } from '../../../platform/outside/caller.ts'
import { PrivateAddress } from '../../../platform/outside/checked-lookup.ts'
import { isOpen } from '../../access/sessions.ts'
import { PUSH } from '../service.ts'
import { isStillReadable } from '../still-readable.ts'
import { isMuted } from '../store/mutes.ts'
import { quietEnd } from '../times.ts'
import { titleOf } from '../words.ts'
import { encrypt } from './encryption.ts'
import { authorize, readSenderKey } from './sender-key.ts'
import * as store from './store.ts'

/** Seconds for which a push message is useful, for us and for the push service. */
const NEWS = 600
const MOST_ATTEMPTS = 3
const TIMEOUT = 5000
/** Milliseconds without attempts after a failure: the push service may be down. */
const REST = 600_000
/** After so many failures in a row the subscription ends. */
const MOST_FAILURES = 20
/** The subscription is gone, invalid, or bound to another key. */
const GONE = new Set([401, 403, 404, 410])
const BUSY = 429

type PushKey = { notification: string; subscription: string }

/** `site` is the contact address for push services. */
export function pushJobs(caller: OutsideCaller, site: string | undefined): Jobs {
  const push = async (job: Job, wanted: PushKey): Promise<void> => {
    const message = await job.read((ctx) => findMessage(ctx, wanted, site))
    if (!message) return
    const { outcome, reason } = await send(caller, message)
    if (outcome === 'passing' && job.attempt < MOST_ATTEMPTS) throw new Error(reason)
    await job.write((ctx) => note(ctx, wanted.subscription, { outcome, reason, message }))
  }
  return { handlers: { [PUSH]: (job, payload) => push(job, payload as PushKey) }, schedule: {} }
}

type Message = {
  endpoint: string
  body: Buffer
  headers: Record<string, string>
  user: string
  failures: number
}

/**
 * Undefined if the notification is outdated, read, muted or no longer readable, the session has ended, it is quiet
 * hours, or the last attempt failed recently.
 */
async function findMessage(
  ctx: Context,
  { notification, subscription }: PushKey,
  site: string | undefined,
): Promise<Message | undefined> {
  const now = ctx.now()
  const since = new Date(now.getTime() - NEWS * 1000)
  const rested = new Date(now.getTime() - REST)
  const found = await store.findPushed(ctx.db, { notification, subscription, since, rested })
  if (!found || quietEnd(now, found.quiet, found)) return undefined
  if (!(await isOpen(ctx, found.session))) return undefined
  const { endpoint, language, stream, id: user, failures } = found
  if (await isMuted(ctx.db, user, [stream])) return undefined
  if (!(await isStillReadable(ctx, user, found))) return undefined
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
  return { endpoint, body: encrypt(text, found), headers, user, failures }
}

type Sent = { outcome: 'told' | 'gone' | 'failed' | 'passing'; reason: string }

/** A subscription with a private address is removed. */
async function send(caller: OutsideCaller, { endpoint, body, headers }: Message): Promise<Sent> {
  const signal = AbortSignal.timeout(TIMEOUT)
  try {
    const { status } = await caller.post(endpoint, { body, headers, signal })
    return { outcome: outcomeOf(status), reason: `answered ${status}` }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    if (error instanceof PrivateAddress) return { outcome: 'gone', reason }
    return { outcome: signal.aborted ? 'failed' : 'passing', reason }
  }
}

function outcomeOf(status: number): Sent['outcome'] {
  if (GONE.has(status)) return 'gone'
  if (status === BUSY || status >= 500) return 'passing'
  return status < 300 ? 'told' : 'failed'
}

async function note(
  ctx: Context,
  subscription: string,
  { outcome, reason, message: { user, failures } }: Sent & { message: Message },
): Promise<void> {
  if (outcome === 'told') {
    if (failures > 0) await store.forgetFailures(ctx.db, subscription)
    return
  }
  ctx.log.warn({ subscription, reason }, 'a browser was not told')
  const isOver = outcome === 'gone' || failures + 1 >= MOST_FAILURES
  if (!isOver) return store.countFailure(ctx.db, subscription, ctx.now())
  if (!(await store.deleteSubscription(ctx.db, subscription))) return
  const data = { reason }
  await ctx.emit({ type: 'notification.push_ended', object: `user:${user}`, data })
}
