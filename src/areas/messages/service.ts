import { notFound } from '../../lib/errors.ts'
import { newId } from '../../lib/ids.ts'
import type { JsonText } from '../../lib/json-text.ts'
import type { Context } from '../../platform/context.ts'
import { listCallers } from '../access/service.ts'
import { type Notice, notify } from '../notifications/service.ts'
import { readContent } from './content.ts'
import { showComment, showMessages } from './lists.ts'
import type { NewComment, NewMessage } from './operations.ts'
import { excerptOf } from './rich-text.ts'
import * as store from './store/messages.ts'
import type { Stream } from './streams.ts'

export async function sendMessage(
  ctx: Context,
  stream: Stream,
  given: NewMessage,
): Promise<JsonText> {
  const title = (given.title ?? '').trim()
  const content = await readContent(ctx, stream, { given, title })
  const id = newId()
  const said = { ...content, id, at: ctx.now(), by: ctx.user.id }
  await store.insertMessage(ctx.db, stream.name, { ...said, title })
  const followers = new Set(stream.followers)
  const text = excerptOf(title || content.bodyText)
  await tell(ctx, stream, { kind: 'message', message: id, followers, content, text })
  await emit(ctx, stream, 'message.created', { id, title, content })
  return (await showMessages(ctx, stream, [id])).row
}

export async function sendComment(
  ctx: Context,
  stream: Stream,
  { messageId, given }: { messageId: string; given: NewComment },
): Promise<JsonText> {
  if (!(await store.hasMessage(ctx.db, stream.name, messageId))) {
    throw notFound('message', messageId)
  }
  const content = await readContent(ctx, stream, { given })
  const id = newId()
  const followers = new Set([
    ...stream.followers,
    ...(await store.listParticipants(ctx.db, messageId)),
  ])
  await store.insertComment(ctx.db, messageId, { ...content, id, at: ctx.now(), by: ctx.user.id })
  const text = excerptOf(content.bodyText)
  const message = messageId
  await tell(ctx, stream, { kind: 'comment', message, comment: id, followers, content, text })
  await emit(ctx, stream, 'comment.created', { id, messageId, content })
  return showComment(ctx, messageId, id)
}

type News = Pick<Notice, 'kind' | 'message' | 'comment'> & {
  followers: ReadonlySet<string>
  content: store.Content
  text: string
}

/**
 * Mentioned users are notified even without the right to read the object, in that case
 * without the text. Followers are notified while they may read the object.
 */
async function tell(ctx: Context, stream: Stream, news: News): Promise<void> {
  const { kind, followers, content, text, ...place } = news
  const mentioned = new Set(content.mentions)
  const others = [...mentioned, ...followers].filter((id) => id !== ctx.user.id)
  if (others.length === 0) return
  const users = await listCallers(ctx, others)
  const mayRead = await ctx.kinds.listReaders(ctx, stream.name, users)
  const people = users.map(({ id }) => {
    const isReader = mayRead.has(id)
    return { user: id, isReader, text: isReader ? text : '' }
  })
  const isMentioned = ({ user }: { user: string }) => mentioned.has(user)
  const object = stream.name
  await notify(ctx, { ...place, kind: 'mention', object, to: people.filter(isMentioned) })
  const readers = people.filter((each) => each.isReader && !isMentioned(each))
  await notify(ctx, { ...place, kind, object, to: readers })
}

function emit(
  ctx: Context,
  { name, shown }: Stream,
  type: 'message.created' | 'comment.created',
  said: { id: string; title?: string; messageId?: string; content: store.Content },
): Promise<void> {
  const { id, title, messageId: message, content } = said
  const { mentions, files } = content
  const data = { stream: name, ...(message ? { message } : { title }), mentions, files }
  const object = `${type === 'message.created' ? 'message' : 'comment'}:${id}`
  const { namespace, code } = 'target' in shown ? shown.target : {}
  return ctx.emit({ type, object, ...(namespace && code && { namespace, code }), data })
}
