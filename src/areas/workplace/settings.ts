import { notFound, overQuota, tooLarge } from '../../lib/errors.ts'
import type { EventTypeOf } from '../../lib/event-types.ts'
import type { Context } from '../../platform/context.ts'
import * as store from './store.ts'

/** Bytes of JSON in UTF-8. */
const LARGEST = 64 * 1024
const MOST = 200

export async function getSettings(ctx: Context): Promise<Record<string, unknown>> {
  const settings = await store.listSettings(ctx.db, ctx.user.id)
  return Object.fromEntries(settings.map(({ key, value }) => [key, value]))
}

/** Storing the same value again is not a change. */
export async function saveSetting(ctx: Context, key: string, value: unknown): Promise<void> {
  const { id: user } = ctx.user
  const text = JSON.stringify(value)
  const size = Buffer.byteLength(text)
  if (size > LARGEST) {
    throw tooLarge(`the setting "${key}" has ${size} bytes, expected at most ${LARGEST}`)
  }
  const before = await store.lockSettings(ctx.db, user, key)
  if (before.text === text) return
  if (before.text === null && before.count >= MOST) {
    throw overQuota(`a user has at most ${MOST} settings: forget one before you keep "${key}"`)
  }
  await store.saveSetting(ctx.db, user, { key, text, at: ctx.now() })
  await emit(ctx, 'setting.saved', key)
}

export async function deleteSetting(ctx: Context, key: string): Promise<void> {
  if (!(await store.deleteSetting(ctx.db, ctx.user.id, key))) throw notFound('setting', key)
  await emit(ctx, 'setting.deleted', key)
}

/** The event has no value: administrators read the log, and preferences are private. */
const emit = (ctx: Context, type: EventTypeOf<'setting'>, key: string) =>
  ctx.emit({ type, object: `setting:${ctx.user.id}/${key}`, data: { key } })
