import type { Context } from '../../../platform/context.ts'
import type { Job, Jobs } from '../../../platform/jobs/runner.ts'
import type { OutsideCaller } from '../../../platform/outside/caller.ts'
import { PrivateAddress } from '../../../platform/outside/checked-lookup.ts'
import { isOpen } from '../../access/sessions.ts'
import { PUSH } from '../service.ts'
import { quietEnd } from '../times.ts'
import { titleOf } from '../words.ts'
import { encrypt } from './encryption.ts'
import { authorize, readSenderKey } from './sender-key.ts'
import * as store from './store.ts'

/** Seconds: older ones are no news, neither for us nor for the service that waits for the browser. */
const NEWS = 3600
const TIMEOUT = 10_000
/** The browser is gone, or has never been there. */
const GONE = new Set([404, 410])
const BUSY = 429

type Wanted = { notification: string; subscription: string }

/** `site`: where services find whoever sends. */
export const pushJobs = (caller: OutsideCaller, site: string | undefined): Jobs => ({
  handlers: {
    [PUSH]: async (job, payload) => {
      const wanted = payload as Wanted
      const message = await job.read((ctx) => findMessage(ctx, wanted, site))
      if (!message) return
      const status = await send(caller, message)
      if (GONE.has(status)) await end(job, wanted.subscription, message.user)
      else if (status === BUSY || status >= 500) throw new Error(`answered ${status}`)
      else if (status >= 300) job.log.warn({ status }, 'a message to a browser was refused')
    },
  },
  schedule: {},
})

type Message = { endpoint: string; body: Buffer; headers: Record<string, string>; user: string }

/** Nothing if it is no news any more, the session is over, or the quiet hours have begun. */
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

/** A private address is as good as no browser. */
async function send(caller: OutsideCaller, { endpoint, body, headers }: Message): Promise<number> {
  try {
    const signal = AbortSignal.timeout(TIMEOUT)
    return (await caller.post(endpoint, { body, headers, signal })).status
  } catch (error) {
    if (error instanceof PrivateAddress) return 410
    throw error
  }
}

const end = (job: Job, subscription: string, user: string): Promise<void> =>
  job.write(async (ctx) => {
    if (!(await store.deleteSubscription(ctx.db, subscription))) return
    const data = { reason: 'the browser is gone' }
    await ctx.emit({ type: 'notification.push_ended', object: `user:${user}`, data })
  })
