import type { EventType } from '../../lib/event-types.ts'
import type { Context } from '../../platform/context.ts'
import { eventTranslator } from '../processes/texts.ts'
import { readChanges, withoutHidden } from './changes.ts'
import type { MyChannel } from './channel-operations.ts'
import { findChannels, toView } from './channels.ts'
import { showMessages } from './lists.ts'
import type { Entry, FieldChange } from './operations.ts'
import { excerptOf } from './rich-text.ts'
import * as activity from './store/activity.ts'
import { type Last, listLast } from './store/messages.ts'
import * as reads from './store/reads.ts'
import { channelStream, type ObjectPath, type ObjectStream, type Stream } from './streams.ts'

/** The activity stream of an object: messages and events. */
export async function readActivity(
  ctx: Context,
  { object, stream }: { object: ObjectPath; stream: ObjectStream },
  page: { from: number; size: number },
): Promise<{ entries: Entry[]; unread: number }> {
  const wanted = await wantedIn(stream, object)
  const [found, unread] = await Promise.all([
    activity.listActivity(ctx.db, stream.name, { ...wanted, ...page }),
    countUnread(ctx, stream),
  ])
  const happened = (await withoutHidden(ctx, object, found)).map(await eventTranslator(ctx))
  const messages = await findMessages(ctx, stream, happened)
  const changesOf = await readChanges(ctx, object)
  return {
    entries: happened.flatMap((each) => toEntry(each, { messages, changes: changesOf(each) })),
    unread,
  }
}

/** Events of other objects that are about an item are found by it. */
async function wantedIn(
  stream: ObjectStream,
  object: ObjectPath,
): Promise<activity.ActivityFilter> {
  const { name, types } = stream
  if (name.startsWith('item:')) return { objects: [name], types, item: object }
  return { objects: [name, ...(await stream.listParts())], types }
}

type Message = Extract<Entry, { kind: 'message' }>['message']

async function findMessages(
  ctx: Context,
  stream: Stream,
  happened: readonly activity.Happened[],
): Promise<ReadonlyMap<string, Message>> {
  const ids = happened.flatMap(({ message_id }) => message_id ?? [])
  if (ids.length === 0) return new Map()
  const messages = (await showMessages(ctx, stream, ids)).parse<Message>()
  return new Map(messages.map((message) => [message.id, message]))
}

type Known = { messages: ReadonlyMap<string, Message>; changes: FieldChange[] | undefined }

function toEntry(
  { at, message_id, type, actor_id, object_id, data }: activity.Happened,
  { messages, changes }: Known,
): Entry[] {
  const time = at.toISOString()
  if (message_id === null) {
    const event = { type: type as EventType, actor: actor_id, object: object_id, data }
    return [{ kind: 'event', at: time, ...event, ...(changes && { changes }) }]
  }
  const message = messages.get(message_id)
  return message ? [{ kind: 'message', at: time, message }] : []
}

/** The channels of the caller, with the last message and the unread count. */
export async function listMyChannels(ctx: Context): Promise<MyChannel[]> {
  const channels = await findChannels(ctx)
  const streams = channels.map(({ id }) => channelStream(id))
  const unread = await reads.countUnread(ctx.db, ctx.user.id, streams)
  const last = await listLast(ctx.db, streams)
  return channels.map((channel) => ({
    ...toView(channel),
    unread: unread.get(channelStream(channel.id)) ?? 0,
    last: toLast(last.get(channelStream(channel.id))),
  }))
}

function toLast(message: Last | undefined): MyChannel['last'] {
  if (!message) return null
  const { id, author, title, body_text, at } = message
  return { id, author, text: excerptOf(title || body_text), createdAt: at.toISOString() }
}

/** Marks messages as read; does nothing if they are. */
export async function markRead(ctx: Context, stream: Stream): Promise<void> {
  if ((await countUnread(ctx, stream)) === 0) return
  await reads.saveRead(ctx.db, ctx.user.id, stream.name, ctx.now())
  const data = { stream: stream.name }
  await ctx.emit({ type: 'stream.read', object: `user:${ctx.user.id}`, data })
}

async function countUnread(ctx: Context, { name }: Stream): Promise<number> {
  return (await reads.countUnread(ctx.db, ctx.user.id, [name])).get(name) ?? 0
}
