import type { EventTypeOf } from '../../lib/event-types.ts'
import { newId } from '../../lib/ids.ts'
import type { Next, PageRequest } from '../../lists/page.ts'
import type { Context } from '../../platform/context.ts'
import type { Kind, Notification } from './operations.ts'
import * as store from './store/notifications.ts'
import { quietEnd } from './times.ts'

/** The job that mails a user. */
export const MAIL = 'notifications.mail'
/** The job that notifies a browser. */
export const PUSH = 'notifications.push'

export type Notice = {
  kind: Kind
  /** As the event log names it: `item:crm/deals/<id>`, `task:<id>`. */
  object: string
  /** What it belongs to, if known: users who muted one of these are skipped. */
  within?: readonly string[]
  message?: string
  comment?: string
  /** The receivers, and the text they may see. */
  to: readonly { user: string; text: string }[]
}

/**
 * Tells people of something, in the transaction in which it happens. Whoever did it, whoever muted
 * the kind or the object and whoever cannot sign in is left out. Each of the others has an event of their own, so
 * that open inboxes know at once; it does not repeat the text.
 */
export async function notify(ctx: Context, notice: Notice): Promise<void> {
  const { kind, object, message = null, comment = null } = notice
  const to = notice.to
    .filter(({ user }) => user !== ctx.user.id)
    .map((each) => ({ ...each, id: newId() }))
  if (to.length === 0) return
  const origin = { actor: ctx.user.id, at: ctx.now() }
  const within = notice.within ?? (await ctx.kinds.listEnclosing(ctx, object))
  const streams = [object, ...within]
  const wanted = { kind, stream: object, streams, message, comment, ...origin, to }
  for (const made of await store.insertNotifications(ctx.db, wanted)) {
    const { id, user } = made
    const data = { notification: id, kind, object }
    await ctx.emit({ type: 'notification.created', object: `user:${user}`, data })
    await tell(ctx, made)
  }
}

/** Mail waits for the end of quiet hours; browsers are notified now or not at all. */
async function tell(ctx: Context, { id, user, now, browsers, quiet, zone }: store.Made) {
  const runAt = quietEnd(ctx.now(), quiet, { zone })
  if (now && ctx.config.KONTOR_SMTP_URL) {
    await ctx.addJob(MAIL, { user }, { key: `${MAIL}:${id}`, ...(runAt && { runAt }) })
  }
  if (runAt || ctx.config.KONTOR_PUSH === 'off') return
  // A queue per user: an endpoint that never answers delays only its own user.
  const queue = `${PUSH}:${user}`
  const toBrowser = (subscription: string) =>
    ctx.addJob(PUSH, { notification: id, subscription }, { queue })
  await Promise.all(browsers.map(toBrowser))
}

export async function listNotifications(
  ctx: Context,
  wanted: PageRequest & { onlyUnread: boolean },
): Promise<{ notifications: Notification[]; total: number; unread: number } & Next> {
  const page = await store.listNotifications(ctx.db, ctx.user.id, wanted)
  const { total, unread } = await store.countNotifications(ctx.db, ctx.user.id)
  return { ...page, total: wanted.onlyUnread ? unread : total, unread }
}

/** Returns how many were unread. Notifications of others are ignored. */
export const markRead = (ctx: Context, ids: readonly string[] | undefined): Promise<number> =>
  mark(ctx, 'notification.read', { readAt: ctx.now(), ids })

export const markUnread = (ctx: Context, ids: readonly string[]): Promise<number> =>
  mark(ctx, 'notification.unread', { readAt: null, ids })

async function mark(
  ctx: Context,
  type: EventTypeOf<'user'>,
  wanted: { readAt: Date | null; ids: readonly string[] | undefined },
): Promise<number> {
  const changed = await store.saveRead(ctx.db, ctx.user.id, wanted)
  if (changed.length > 0) {
    await ctx.emit({ type, object: `user:${ctx.user.id}`, data: { notifications: changed } })
  }
  return changed.length
}
