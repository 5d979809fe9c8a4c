import { snapshotOf } from '../../definitions/snapshot.ts'
import { forbidden, notFound } from '../../lib/errors.ts'
import type { Caller } from '../../platform/caller.ts'
import type { Context } from '../../platform/context.ts'
import { mayOnItem } from '../apps/policy.ts'
import { getApp, getItem } from '../apps/service.ts'
import { isIn } from './channels.ts'

export type ObjectPath = { namespace: string; code: string; id: string }

/** A place where people write: a channel, or an object that they write about. */
export type Stream = {
  /** As the event log names the place. */
  name: string
  /** What it is called in answers. */
  shown: { channel: string } | { target: ObjectPath }
  /** Where its files lie, and for which item. */
  directory: string
  item?: string
  /** Who wants to hear of every message. */
  followers: readonly string[]
  /** Whether somebody may read here. */
  canRead(user: Caller): Promise<boolean>
}

export const channelStream = (id: string): string => `channel:${id}`

/** A channel that the caller may read and write in. */
export async function openChannel(ctx: Context, id: string): Promise<Stream> {
  const channel = (await snapshotOf(ctx)).findById('channel', id)
  if (!channel || channel.deletedAt) throw notFound('channel', id)
  const canRead = (user: Caller) => isIn(ctx, channel, user)
  if (!(await canRead(ctx.user))) throw forbidden(`the channel ${id} is private`)
  const name = channelStream(id)
  return { name, shown: { channel: id }, directory: id, followers: [], canRead }
}

type Item = { __id: string; __createdBy: string; __subscribers: string[] | null }

/** The activity stream of an object; reading rights are those of the object. */
export async function openObject(ctx: Context, target: ObjectPath): Promise<Stream> {
  const { namespace, code, id } = target
  const { text } = await getItem(ctx, target, id)
  const item: Item = JSON.parse(text)
  const app = await getApp(ctx, target)
  return {
    name: `item:${namespace}/${code}/${id}`,
    shown: { target: { namespace, code, id } },
    directory: app.id,
    item: id,
    followers: item.__subscribers ?? [],
    canRead: (user) => mayOnItem({ ...ctx, user }, app, 'read', item),
  }
}
