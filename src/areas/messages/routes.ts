import { implement } from '../../http/implement.ts'
import type { ObjectKinds } from '../../kinds/kinds.ts'
import type { Context } from '../../platform/context.ts'
import { listMyChannels, markRead, readActivity } from './activity.ts'
import { listChannels } from './channels.ts'
import { listComments, listMessages } from './lists.ts'
import { type FeedRequest, messages, type NewComment, type NewMessage } from './operations.ts'
import { changeChannel, createChannel, getChannel } from './own-channels.ts'
import { sendComment, sendMessage } from './service.ts'
import { objectStreams, openChannel, type Stream } from './streams.ts'

type Open<Params> = (ctx: Context, params: Params) => Promise<Stream>

/** The four operations of a stream, whatever it is the stream of. */
const handlersOf = <Params extends object>(open: Open<Params>) => ({
  send: async ({ params, input }: { params: Params; input: NewMessage }, ctx: Context) => ({
    message: await sendMessage(ctx, await open(ctx, params), input),
  }),
  list: async ({ params, input }: { params: Params; input: FeedRequest }, ctx: Context) =>
    listMessages(ctx, await open(ctx, params), input),
  comment: async (
    { params, input }: { params: Params & { id: string }; input: NewComment },
    ctx: Context,
  ) => {
    const on = { messageId: params.id, given: input }
    return { comment: await sendComment(ctx, await open(ctx, params), on) }
  },
  listComments: async (
    { params, input }: { params: Params & { id: string }; input: FeedRequest },
    ctx: Context,
  ) => {
    const of = { id: params.id, request: input }
    return listComments(ctx, await open(ctx, params), of)
  },
})

const channel = handlersOf((ctx, params: { channel: string }) => openChannel(ctx, params.channel))
type Target = { namespace: string; code: string; target: string }

export function messagesRoutes(kinds: ObjectKinds) {
  const openObject = objectStreams(kinds.withFeed)
  const object = handlersOf((ctx, { namespace, code, target }: Target) =>
    openObject(ctx, { namespace, code, id: target }),
  )
  return implement('messages', messages, {
    listChannels: async ({ input }, ctx) => ({ result: await listChannels(ctx, input) }),
    sendChannelMessage: channel.send,
    listChannelMessages: channel.list,
    sendChannelComment: channel.comment,
    listChannelComments: channel.listComments,
    sendMessage: object.send,
    listMessages: object.list,
    sendComment: object.comment,
    listComments: object.listComments,
    myChannels: async (_, ctx) => ({ channels: await listMyChannels(ctx) }),
    createChannel: async ({ input }, ctx) => ({ channel: await createChannel(ctx, input) }),
    changeChannel: async ({ params, input }, ctx) => ({
      channel: await changeChannel(ctx, params.id, input),
    }),
    channel: async ({ params }, ctx) => ({ channel: await getChannel(ctx, params.id) }),
    readChannel: async ({ params }, ctx) => {
      await markRead(ctx, await openChannel(ctx, params.id))
      return {}
    },
    activity: async ({ params, input }, ctx) =>
      readActivity(ctx, { object: params, stream: await openObject(ctx, params) }, input),
    readObject: async ({ params }, ctx) => {
      await markRead(ctx, await openObject(ctx, params))
      return {}
    },
  })
}
