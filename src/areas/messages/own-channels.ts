import { type StoredDefinition, toSnapshot } from '../../definitions/snapshot.ts'
import { changesOf, differences, isEmpty } from '../../lib/changes.ts'
import { conflict, forbidden, invalid, notFound } from '../../lib/errors.ts'
import { newId } from '../../lib/ids.ts'
import type { Context } from '../../platform/context.ts'
import { findUnits } from '../people/groups/membership.ts'
import { BY_HAND, saveByHand } from '../solutions/by-hand.ts'
import type { OneChannel } from './channel-operations.ts'
import { getReadable } from './channels.ts'
import * as store from './store/channels.ts'

type StoredChannel = StoredDefinition<'channel'>

type NewChannel = { name: string; description: string; members: string[]; isPrivate: boolean }

/** Any user may create a channel, and is a member of it. */
export async function createChannel(ctx: Context, wanted: NewChannel): Promise<OneChannel> {
  const { name, description, isPrivate } = wanted
  const units = await getUnits(ctx, 'members', [ctx.user.id, ...wanted.members])
  const access = isPrivate ? 'private' : 'public'
  const id = await saveByHand(ctx, {
    kind: 'channel',
    code: `by_hand_${newId().replaceAll('-', '')}`,
    body: { name, description, access, members: [] },
  })
  const members = await store.insertInto(ctx.db, id, units)
  const data = { name, description, access, members }
  await ctx.emit({ type: 'channel.created', object: `channel:${id}`, data })
  return getChanged(ctx, id)
}

type Changes = {
  name?: string | undefined
  description?: string | undefined
  addMembers?: string[] | undefined
  removeMembers?: string[] | undefined
}

/** No event is emitted if nothing changes. */
export async function changeChannel(
  ctx: Context,
  id: string,
  { name, description, addMembers = [], removeMembers = [] }: Changes,
): Promise<OneChannel> {
  const channel = await getReadable(ctx, id)
  requireManager(ctx, channel)
  if (removeMembers.includes(channel.createdBy)) {
    throw invalid('field "removeMembers": the creator of a channel cannot be removed from it')
  }
  const units = await getUnits(ctx, 'addMembers', addMembers)
  const changed = differences(channel.body, { name, description })
  if (!isEmpty(changed)) {
    const body = { ...channel.body, ...changed }
    await saveByHand(ctx, { kind: 'channel', code: channel.code, body })
  }
  const added = await store.insertInto(ctx.db, id, units)
  const removed = await store.deleteFrom(ctx.db, id, removeMembers)
  if (!isEmpty(changed) || added.length > 0 || removed.length > 0) {
    const data = { changes: changesOf(channel.body, changed), added, removed }
    await ctx.emit({ type: 'channel.changed', object: `channel:${id}`, data })
  }
  return getChanged(ctx, id)
}

export const getChannel = async (ctx: Context, id: string): Promise<OneChannel> =>
  toView(ctx, await getReadable(ctx, id))

/** The channel as seen by the transaction that changes it. */
async function getChanged(ctx: Context, id: string): Promise<OneChannel> {
  const channel = toSnapshot(await ctx.freshDefinitions()).findById('channel', id)
  if (!channel) throw notFound('channel', id)
  return toView(ctx, channel)
}

async function toView(ctx: Context, channel: StoredChannel): Promise<OneChannel> {
  const { id } = channel
  const units = await findUnits(ctx, await store.listDirectMembers(ctx.db, id))
  const { name, description, access } = channel.body
  return {
    id,
    name,
    description,
    isPrivate: access === 'private',
    members: units
      .map(({ id: member, name: called, kind }) => ({ id: member, name: called, kind }))
      .sort((one, other) => one.name.localeCompare(other.name)),
    canWrite: true,
    canManage: canManage(ctx, channel),
    solution: isByHand(channel) ? null : channel.solution,
    author: channel.createdBy,
    createdAt: channel.createdAt.toISOString(),
    updatedAt: channel.updatedAt.toISOString(),
  }
}

const isByHand = ({ solution }: StoredChannel): boolean => solution === BY_HAND

const canManage = ({ user }: Context, channel: StoredChannel): boolean =>
  isByHand(channel) && (user.isAdministrator || user.id === channel.createdBy)

function requireManager(ctx: Context, channel: StoredChannel): void {
  if (!isByHand(channel)) {
    throw conflict(`the solution "${channel.solution}" defines this channel: change it there`)
  }
  if (!canManage(ctx, channel)) {
    throw forbidden('only its creator and administrators can change a channel')
  }
}

async function getUnits(ctx: Context, field: string, ids: readonly string[]) {
  const units = await findUnits(ctx, ids)
  const known = new Set(units.map(({ id }) => id))
  const unknown = ids.find((id) => !known.has(id))
  if (unknown !== undefined) {
    throw invalid(`field "${field}": there is no user, group, position or department ${unknown}`)
  }
  return units
}
