import { z } from 'zod'
import { operation } from '../../api/operation.ts'
import { DateTime, EventName, Id } from '../../api/schemas.ts'
import { StorableText } from '../../fields/checks.ts'
import { ListRequest } from '../../lists/request.ts'
import { channels } from './channel-operations.ts'

const LONGEST_TITLE = 500
const LONGEST_BODY = 200_000

const InChannel = { channel: Id }
const OfObject = { namespace: z.string(), code: z.string(), target: Id }

const text = (longest: number) =>
  StorableText.max(longest, `longer than ${longest} characters`).nullish()

/** As file fields take them: the id of a file, or what was just uploaded. */
const FileReference = z.union([
  Id,
  z.object({ hash: Id, name: StorableText.max(255), size: z.int().min(0).nullish() }),
])

const Comment = z.object({
  body: text(LONGEST_BODY).describe('plain text or HTML; what could run in a browser is taken out'),
  files: z
    .array(FileReference)
    .max(100)
    .nullish()
    .describe('what was just uploaded as {"hash", "name"}, or ids of files'),
  mentions: z.array(Id).max(1000).nullish().describe('users who shall hear of it'),
})
const Message = Comment.extend({ title: text(LONGEST_TITLE) })
export type NewMessage = z.output<typeof Message>
export type NewComment = z.output<typeof Comment>

const FileView = z
  .object({ id: Id, hash: Id, name: z.string(), size: z.int() })
  .meta({ id: 'MessageFile' })

const said = {
  body: z.string(),
  author: Id,
  createdAt: DateTime,
  updatedAt: DateTime,
  files: z.array(FileView),
  mentions: z.array(Id),
}

const MessageView = z
  .object({
    id: Id,
    __id: Id,
    channel: Id.optional(),
    target: z.object({ namespace: z.string(), code: z.string(), id: Id }).optional(),
    title: z.string(),
    ...said,
    commentsCount: z.int(),
  })
  .meta({ id: 'Message' })

const CommentView = z.object({ id: Id, __id: Id, messageId: Id, ...said }).meta({ id: 'Comment' })

const words = z.array(z.string()).max(50).nullish()

const CommentFilter = z.looseObject({
  author: z.array(Id).nullish().describe('any of these'),
  bodyKeywords: words.describe('all of these occur in the body'),
  createdFrom: z.string().nullish().describe('inclusive'),
  createdTo: z.string().nullish().describe('inclusive'),
  files: z.array(Id).nullish().describe('any of these'),
})
const MessageFilter = CommentFilter.extend({
  titleKeywords: words.describe('all of these occur in the title'),
  hasComments: z.boolean().nullish(),
})
export type MessageFilter = z.output<typeof MessageFilter>

/** Some programs send null or `[]` where they mean `{}`. */
const filterOf = <Filter extends z.ZodType>(filter: Filter) =>
  z
    .union([filter, z.tuple([])])
    .nullish()
    .transform((given) => (given && !Array.isArray(given) ? given : {}) as z.output<Filter>)

const page = { from: ListRequest.shape.from, size: ListRequest.shape.size }
const MessageList = z.object({ filter: filterOf(MessageFilter), ...page })
const CommentList = z.object({ filter: filterOf(CommentFilter), ...page })
export type FeedRequest = z.output<typeof MessageList> | z.output<typeof CommentList>

const Listed = <Row extends z.ZodType>(row: Row) =>
  z.object({ result: z.object({ result: z.array(row), total: z.int() }) })

/** The operations of one kind of stream: of a channel, or of an object. */
function stream<Shape extends z.ZodRawShape>(path: string, of: string, shape: Shape) {
  const params = z.object(shape)
  const ofMessage = z.object({ ...shape, id: Id })
  return {
    send: operation({
      method: 'POST',
      path: `${path}/message`,
      gives: [],
      summary: `Send a message to ${of}`,
      description: 'At least one of `title`, `body` and `files` must say something.',
      params,
      input: Message,
      output: z.object({ message: MessageView }),
    }),
    list: operation({
      method: ['GET', 'POST'],
      path: `${path}/message/list`,
      summary: `List the messages of ${of}, newest first`,
      params,
      input: MessageList,
      output: Listed(MessageView),
    }),
    comment: operation({
      method: 'POST',
      path: `${path}/message/{id}/comment`,
      gives: [],
      summary: `Comment on a message of ${of}`,
      params: ofMessage,
      input: Comment,
      output: z.object({ comment: CommentView }),
    }),
    listComments: operation({
      method: ['GET', 'POST'],
      path: `${path}/message/{id}/comment/list`,
      summary: `List the comments on a message of ${of}, oldest first`,
      params: ofMessage,
      input: CommentList,
      output: Listed(CommentView),
    }),
  }
}

const inChannel = stream('/pub/v1/channel/{channel}', 'a channel', InChannel)
const ofObject = stream('/pub/v1/feed/{namespace}/{code}/{target}', 'an object', OfObject)

const OneObject = z.object({ namespace: z.string(), code: z.string(), id: Id })

const FieldChange = z
  .object({
    field: z.string(),
    name: z.string().describe('of the field, as people read it'),
    before: z.unknown(),
    after: z.unknown(),
  })
  .meta({ id: 'FieldChange' })
export type FieldChange = z.output<typeof FieldChange>

const Entry = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('message'), at: DateTime, message: MessageView }),
  z.object({
    kind: z.literal('event'),
    at: DateTime,
    type: EventName,
    actor: Id.nullable(),
    object: z.string(),
    data: z.record(z.string(), z.unknown()),
    changes: z
      .array(FieldChange)
      .optional()
      .describe('of an item, field by field; null where there was or is no value'),
  }),
])
export type Entry = z.output<typeof Entry>

const MOST_BACK = 10_000

export const messages = {
  ...channels,
  sendChannelMessage: inChannel.send,
  listChannelMessages: inChannel.list,
  sendChannelComment: inChannel.comment,
  listChannelComments: inChannel.listComments,
  sendMessage: ofObject.send,
  listMessages: ofObject.list,
  sendComment: ofObject.comment,
  listComments: ofObject.listComments,
  activity: operation({
    method: 'GET',
    path: '/manage/v1/feed/{namespace}/{code}/{id}',
    summary: 'List the activity stream of an object, newest first',
    description:
      'Messages, changes of the object, and what happened to its tasks and approvals. `unread` counts messages only. Besides items: `system/tasks`, `system/instances` and `system/files`.',
    params: OneObject,
    input: z.object({
      from: z.coerce.number().int().min(0).max(MOST_BACK).default(0),
      size: z.coerce.number().int().min(1).max(200).default(50),
    }),
    output: z.object({ entries: z.array(Entry), unread: z.int() }),
  }),
  readObject: operation({
    method: 'POST',
    path: '/manage/v1/feed/{namespace}/{code}/{id}/read',
    gives: [],
    summary: 'Mark the messages of an object as read up to now',
    params: OneObject,
  }),
}
