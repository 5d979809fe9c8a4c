import { isDeepStrictEqual } from 'node:util'
import { overQuota } from '../../lib/errors.ts'
import type { EventTypeOf } from '../../lib/event-types.ts'
import type { Context } from '../../platform/context.ts'
import {
  KINDS,
  type Kind,
  type Mute,
  type Settings,
  type SettingsChange,
  type Way,
} from './operations.ts'
import * as mutes from './store/mutes.ts'
import * as store from './store/settings.ts'

const MOST_MUTES = 1000

const WAYS: Record<Settings['email'], Way> = { off: 'inbox', each: 'mail', digest: 'digest' }
const MAILS: Record<Exclude<Way, 'none'>, Settings['email']> = {
  inbox: 'off',
  mail: 'each',
  digest: 'digest',
}

export const getSettings = async (ctx: Context): Promise<Settings> =>
  toSettings(await store.findSettings(ctx.db, ctx.user.id))

function toSettings({ ways, unpushed, ...stored }: store.Stored): Settings {
  const wayOf = (kind: Kind): Way =>
    stored.muted.includes(kind) ? 'none' : WAYS[ways[kind] ?? stored.email]
  const kinds = Object.fromEntries(KINDS.map((kind) => [kind, wayOf(kind)])) as Settings['kinds']
  return { ...stored, kinds, push: KINDS.filter((kind) => !unpushed.includes(kind)) }
}

/** What is absent stays. */
export async function saveSettings(ctx: Context, wanted: SettingsChange): Promise<Settings> {
  const before = await store.findSettings(ctx.db, ctx.user.id)
  const after = changed(before, wanted)
  if (isDeepStrictEqual(before, after)) return toSettings(after)
  await store.saveSettings(ctx.db, ctx.user.id, after)
  await emit(ctx, 'notification.settings_changed', { before, after })
  return toSettings(after)
}

/** `email` sets every kind, `kinds` single ones. */
function changed(before: store.Stored, wanted: SettingsChange): store.Stored {
  const muted = new Set(wanted.muted ?? before.muted)
  const ways = wanted.email === undefined ? { ...before.ways } : {}
  for (const [name, way] of Object.entries(wanted.kinds ?? {})) {
    const kind = name as Kind
    if (way === undefined) continue
    if (way === 'none') muted.add(kind)
    else {
      muted.delete(kind)
      ways[kind] = MAILS[way]
    }
  }
  const { push } = wanted
  return {
    muted: [...muted].toSorted(),
    email: wanted.email ?? before.email,
    ways,
    quiet: wanted.quiet === undefined ? before.quiet : wanted.quiet,
    digestAt: wanted.digestAt === undefined ? before.digestAt : wanted.digestAt,
    unpushed: push ? KINDS.filter((kind) => !push.includes(kind)) : before.unpushed,
  }
}

export async function listMutes(ctx: Context): Promise<Mute[]> {
  const rows = await mutes.listMutes(ctx.db, ctx.user.id)
  return rows.map(({ object, createdAt }) => ({ object, createdAt: createdAt.toISOString() }))
}

/** The object need not exist, so that muting reveals nothing. */
export async function muteObject(ctx: Context, object: string): Promise<void> {
  const place = { object, at: ctx.now(), most: MOST_MUTES }
  const outcome = await mutes.insertMute(ctx.db, ctx.user.id, place)
  if (outcome === 'full') throw overQuota(`a user can mute at most ${MOST_MUTES} objects`)
  if (outcome === 'added') await emit(ctx, 'notification.muted', { object })
}

export async function unmuteObject(ctx: Context, object: string): Promise<void> {
  const isGone = await mutes.deleteMute(ctx.db, ctx.user.id, object)
  if (isGone) await emit(ctx, 'notification.unmuted', { object })
}

const emit = (ctx: Context, type: EventTypeOf<'user'>, data: Record<string, unknown>) =>
  ctx.emit({ type, object: `user:${ctx.user.id}`, data })
