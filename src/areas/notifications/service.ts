import { isDeepStrictEqual } from 'node:util'
import type { EventTypeOf } from '../../lib/event-types.ts'
import { newId } from '../../lib/ids.ts'
import type { Next, PageRequest } from '../../lists/page.ts'
import type { Context } from '../../platform/context.ts'
import type { Kind, Notification, Settings } from './operations.ts'
import * as store from './store/notifications.ts'
import * as settings from './store/settings.ts'

/** The job that writes to a user. */
export const MAIL = 'notifications.mail'

export type Notice = {
  kind: Kind
  /** As the event log names it: `item:crm/deals/<id>`, `task:<id>`. */
  object: string
  message?: string
  comment?: string
  /** Whom to tell, and what they may know of it. */
  to: readonly { user: string; text: string }[]
}

/**
 * Tells people of something, in the transaction in which it happens. Whoever did it, whoever muted
 * the kind and whoever cannot sign in is left out. Each of the others has an event of their own, so
 * that open inboxes know at once; it does not repeat the text.
 */
export async function notify(ctx: Context, notice: Notice): Promise<void> {
  const { kind, object, message = null, comment = null } = notice
  const to = notice.to
    .filter(({ user }) => user !== ctx.user.id)
    .map((each) => ({ ...each, id: newId() }))
  if (to.length === 0) return
  const origin = { actor: ctx.user.id, at: ctx.now() }
  const wanted = { kind, stream: object, message, comment, ...origin, to }
  for (const { id, user, now } of await store.insertNotifications(ctx.db, wanted)) {
    const data = { notification: id, kind, object }
    await ctx.emit({ type: 'notification.created', object: `user:${user}`, data })
    if (now && ctx.config.KONTOR_SMTP_URL)
      await ctx.addJob(MAIL, { user }, { key: `${MAIL}:${id}` })
  }
}

export async function listNotifications(
  ctx: Context,
  wanted: PageRequest & { onlyUnread: boolean },
): Promise<{ notifications: Notification[]; total: number; unread: number } & Next> {
  const page = await store.listNotifications(ctx.db, ctx.user.id, wanted)
  const { total, unread } = await store.countNotifications(ctx.db, ctx.user.id)
  return { ...page, total: wanted.onlyUnread ? unread : total, unread }
}

/** Answers how many were not read before. Those of others are nobody's business. */
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

export const getSettings = (ctx: Context): Promise<Settings> =>
  settings.findSettings(ctx.db, ctx.user.id)

/** What is absent stays. */
export async function saveSettings(
  ctx: Context,
  wanted: { muted?: readonly Kind[] | undefined; email?: Settings['email'] | undefined },
): Promise<Settings> {
  const before = await getSettings(ctx)
  const muted = wanted.muted ? [...new Set(wanted.muted)].toSorted() : before.muted
  const after = { muted, email: wanted.email ?? before.email }
  if (isDeepStrictEqual(before, after)) return after
  await settings.saveSettings(ctx.db, ctx.user.id, after)
  const object = `user:${ctx.user.id}`
  await ctx.emit({ type: 'notification.settings_changed', object, data: { before, after } })
  return after
}
