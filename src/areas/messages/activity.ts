import type { Context } from '../../platform/context.ts'
import { findChannels, toView } from './channels.ts'
import { messagesText } from './lists.ts'
import type { Channel, Entry } from './operations.ts'
import * as activity from './store/activity.ts'
import * as reads from './store/reads.ts'
import { channelStream, type ObjectPath, openObject, type Stream } from './streams.ts'

/** Everything that happened to an object: what people said and what the log says. */
export async function readActivity(
  ctx: Context,
  object: ObjectPath,
  page: { from: number; size: number },
): Promise<{ entries: Entry[]; unread: number }> {
  const stream = await openObject(ctx, object)
  const happened = await activity.listActivity(ctx.db, stream.name, {
    object,
    types: typesOf(stream),
    ...page,
  })
  const messages = await findMessages(ctx, stream, happened)
  return {
    entries: happened.flatMap((each) => toEntry(each, messages)),
    unread: await countUnread(ctx, stream),
  }
}

/** The events of an object itself; those of others that concern it are found by it. */
const TYPES: Record<string, string> = {
  item: 'app.item.',
  task: 'task.',
  instance: 'bpm.instance.',
  file: 'disk.file.',
}
const typesOf = ({ name }: Stream): string => TYPES[name.split(':')[0] ?? ''] ?? ''

type Message = Extract<Entry, { kind: 'message' }>['message']

async function findMessages(
  ctx: Context,
  stream: Stream,
  happened: readonly activity.Happened[],
): Promise<ReadonlyMap<string, Message>> {
  const ids = happened.flatMap(({ message_id }) => message_id ?? [])
  if (ids.length === 0) return new Map()
  const messages: Message[] = JSON.parse(await messagesText(ctx, stream, ids))
  return new Map(messages.map((message) => [message.id, message]))
}

function toEntry(
  { at, message_id, type, actor_id, object_id, data }: activity.Happened,
  messages: ReadonlyMap<string, Message>,
): Entry[] {
  const time = at.toISOString()
  if (message_id === null) {
    return [{ kind: 'event', at: time, type, actor: actor_id, object: object_id, data }]
  }
  const message = messages.get(message_id)
  return message ? [{ kind: 'message', at: time, message }] : []
}

/** The channels of the caller, with how much in them is new to them. */
export async function listMyChannels(
  ctx: Context,
): Promise<(Omit<Channel, 'members'> & { unread: number })[]> {
  const channels = await findChannels(ctx)
  const streams = channels.map(({ id }) => channelStream(id))
  const unread = await reads.countUnread(ctx.db, ctx.user.id, streams)
  return channels.map((channel) => ({
    ...toView(channel),
    unread: unread.get(channelStream(channel.id)) ?? 0,
  }))
}

/** Reading what is read already changes nothing. */
export async function markRead(ctx: Context, stream: Stream): Promise<void> {
  if ((await countUnread(ctx, stream)) === 0) return
  await reads.saveRead(ctx.db, ctx.user.id, stream.name, ctx.now())
  const data = { stream: stream.name }
  await ctx.emit({ type: 'stream.read', object: `user:${ctx.user.id}`, data })
}

async function countUnread(ctx: Context, { name }: Stream): Promise<number> {
  return (await reads.countUnread(ctx.db, ctx.user.id, [name])).get(name) ?? 0
}
