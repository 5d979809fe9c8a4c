import { forbidden, notFound } from '../../lib/errors.ts'
import { newId } from '../../lib/ids.ts'
import type { Caller } from '../../platform/caller.ts'
import type { Context, Platform } from '../../platform/context.ts'
import type { Preview } from './operations.ts'
import * as people from './store/people.ts'
import * as store from './store/previews.ts'

const LASTS = 30 * 60_000

/**
 * Lets an administrator view the system as somebody else for half an hour; recorded in the audit log first. Not
 * for programs.
 */
export async function startPreview(ctx: Context, id: string): Promise<Preview> {
  if (ctx.user.credential.connection) {
    throw forbidden('a connected program cannot look as somebody else: do it yourself')
  }
  const user = await people.findCaller(ctx.db, id, ctx.user.credential)
  if (!user) throw notFound('user', id)
  const expiresAt = new Date(ctx.now().getTime() + LASTS)
  const preview = { id: newId(), viewer: ctx.user.id, user: user.id, expiresAt }
  await store.insertPreview(ctx.db, preview, ctx.now())
  const data = { by: ctx.user.id, expiresAt: expiresAt.toISOString() }
  await ctx.emit({ type: 'user.previewed', object: `user:${user.id}`, data })
  const { name } = user
  return { id: preview.id, user: { id: user.id, name }, expiresAt: expiresAt.toISOString() }
}

export async function endPreview(ctx: Context, id: string): Promise<void> {
  const found = await store.findPreview(ctx.db, id)
  if (found?.viewer_id !== ctx.user.id) throw notFound('preview', id)
  await store.deletePreview(ctx.db, id)
  const data = { by: ctx.user.id }
  await ctx.emit({ type: 'user.preview_ended', object: `user:${found.user_id}`, data })
}

/** The user whom a request with a preview id acts as. Its scopes stay those of the viewer. */
export async function viewAs(
  { db, now }: Pick<Platform, 'db' | 'now'>,
  viewer: Caller,
  id: string,
): Promise<Caller> {
  const found = await store.findPreview(db, id)
  const isOpen = found && found.viewer_id === viewer.id && found.expires_at > now()
  const user = isOpen && (await people.findCaller(db, found.user_id, viewer.credential))
  if (!user || !viewer.isAdministrator) throw forbidden('the preview is over: start another one')
  return user
}
