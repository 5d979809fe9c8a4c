import { type StoredDefinition, snapshotOf } from '../../definitions/snapshot.ts'
import { requireObject } from '../../lib/existence.ts'
import { NIL_ID } from '../../lib/ids.ts'
import type { Context } from '../../platform/context.ts'
import type { Channel } from './channel-operations.ts'
import * as store from './store/channels.ts'

type StoredChannel = StoredDefinition<'channel'>
type Page = { from: number; size: number }

/** A channel that the caller may read, and so write in. */
export async function getReadable(ctx: Context, id: string): Promise<StoredChannel> {
  const channel = (await snapshotOf(ctx)).findById('channel', id)
  return requireObject({
    kind: 'channel',
    id,
    found: channel?.deletedAt ? undefined : channel,
    placeholder: NOBODYS,
    may: async (_, each) => (await findChannels(ctx)).some((open) => open.id === each.id),
  })
}

const NOBODYS = { id: NIL_ID }

/** The channels that the caller may read: public ones are the company's, private ones belong to those in them. */
export async function findChannels(ctx: Context): Promise<StoredChannel[]> {
  const all = (await snapshotOf(ctx)).live('channel')
  if (ctx.user.isAdministrator) return all
  const joined = await store.listJoined(ctx.db, ctx.user.subjects)
  return all.filter(
    ({ id, body }) => (body.access === 'public' && !ctx.user.isGuest) || joined.has(id),
  )
}

export async function listChannels(
  ctx: Context,
  { from, size }: Page,
): Promise<{ result: Channel[]; total: number }> {
  const all = await findChannels(ctx)
  const shown = all.slice(from, from + size)
  const closed = shown.filter(({ body }) => body.access === 'private').map(({ id }) => id)
  const members = closed.length > 0 ? await store.listMembers(ctx.db, closed) : new Map()
  const result = shown.map((each) => ({ ...toView(each), members: members.get(each.id) ?? [] }))
  return { result, total: all.length }
}

export const toView = (channel: StoredChannel): Omit<Channel, 'members'> => ({
  id: channel.id,
  name: channel.body.name,
  description: channel.body.description,
  accessType: channel.body.access,
  author: channel.createdBy,
  createdAt: seconds(channel.createdAt),
  updatedAt: seconds(channel.updatedAt),
})

const seconds = (time: Date): string => time.toISOString().replace(/\.\d+Z$/, 'Z')
