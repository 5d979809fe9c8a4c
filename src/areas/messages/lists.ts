import type { List } from '../../api/list.ts'
import { notFound } from '../../lib/errors.ts'
import type { JsonText } from '../../lib/json-text.ts'
import { list } from '../../lists/list.ts'
import { ListRequest } from '../../lists/request.ts'
import type { Context } from '../../platform/context.ts'
import type { FeedRequest, MessageFilter } from './operations.ts'
import * as store from './store/messages.ts'
import { commentsOn, messagesIn } from './store/sources.ts'
import type { Stream } from './streams.ts'

export const listMessages = (ctx: Context, stream: Stream, request: FeedRequest): Promise<List> =>
  list(ctx.db, { ...messagesIn(stream), asked: askedBy(ctx) }, toRequest(request))

export async function listComments(
  ctx: Context,
  stream: Stream,
  { id, request }: { id: string; request: FeedRequest },
): Promise<List> {
  if (!(await store.hasMessage(ctx.db, stream.name, id))) throw notFound('message', id)
  return list(ctx.db, { ...commentsOn(id), asked: askedBy(ctx) }, toRequest(request))
}

/** Those of the ids that are there. */
export const showMessages = (ctx: Context, stream: Stream, ids: readonly string[]): Promise<List> =>
  list(
    ctx.db,
    { ...messagesIn(stream), asked: askedBy(ctx) },
    ListRequest.parse({ ids, size: -1, fields: SHOWN }),
  )

export async function showComment(ctx: Context, messageId: string, id: string): Promise<JsonText> {
  const request = ListRequest.parse({ ids: [id], fields: SHOWN })
  return (await list(ctx.db, { ...commentsOn(messageId), asked: askedBy(ctx) }, request)).row
}

const askedBy = (ctx: Context) => ({ by: ctx.user.id, at: ctx.now() })

/** Columns that are only used by filters. */
const SHOWN = { '*': true, bodyText: false, fileIds: false }

const toRequest = ({ filter, from, size }: FeedRequest): ListRequest =>
  ListRequest.parse({ filter: toFilter(filter), from, size, fields: SHOWN })

/** Translates the filter keys of feeds to those of all lists; other keys are passed on. */
function toFilter(filter: MessageFilter): object {
  const {
    author,
    titleKeywords,
    bodyKeywords,
    createdFrom,
    createdTo,
    files,
    hasComments,
    ...rest
  } = filter
  const contains = (field: string, words: readonly string[] | null | undefined) =>
    (words ?? []).map((word) => ({ tf: { [field]: word } }))
  return {
    and: [
      rest,
      { tf: { createdAt: { min: createdFrom, max: createdTo } } },
      ...contains('title', titleKeywords),
      ...contains('bodyText', bodyKeywords),
      ...(author?.length ? [{ tf: { author } }] : []),
      ...(files?.length ? [{ tf: { fileIds: files } }] : []),
      ...(typeof hasComments === 'boolean' ? [commented(hasComments)] : []),
    ],
  }
}

const commented = (isCommented: boolean) => ({
  tf: { commentsCount: isCommented ? { min: 1 } : { max: 0 } },
})
