import type { List } from '../../api/list.ts'
import { notFound } from '../../lib/errors.ts'
import type { JsonText } from '../../lib/json-text.ts'
import { list } from '../../lists/list.ts'
import { ListRequest } from '../../lists/request.ts'
import { ROW, type Source, sourceColumns } from '../../lists/source.ts'
import type { Context } from '../../platform/context.ts'
import { raw, type Sql, sql } from '../../platform/db/sql.ts'
import { filesJson } from '../disk/files.ts'
import type { FeedRequest, MessageFilter } from './operations.ts'
import * as store from './store/messages.ts'
import type { Stream } from './streams.ts'

export const listMessages = (ctx: Context, stream: Stream, request: FeedRequest): Promise<List> =>
  list(ctx.db, messagesIn(ctx, stream), toRequest(request))

export async function listComments(
  ctx: Context,
  stream: Stream,
  { id, request }: { id: string; request: FeedRequest },
): Promise<List> {
  if (!(await store.hasMessage(ctx.db, stream.name, id))) throw notFound('message', id)
  return list(ctx.db, commentsOn(ctx, id), toRequest(request))
}

/** Those of the ids that are there. */
export const showMessages = (ctx: Context, stream: Stream, ids: readonly string[]): Promise<List> =>
  list(ctx.db, messagesIn(ctx, stream), ListRequest.parse({ ids, size: -1, fields: SHOWN }))

export async function showComment(ctx: Context, messageId: string, id: string): Promise<JsonText> {
  const request = ListRequest.parse({ ids: [id], fields: SHOWN })
  return (await list(ctx.db, commentsOn(ctx, messageId), request)).row
}

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

type Columns = Parameters<typeof sourceColumns>[0]

/** What messages and comments have in common. */
const SAID: Columns = [
  ['body', 'STRING', 'body'],
  ['bodyText', 'STRING', 'body_text'],
  ['author', 'ID', 'author_id'],
  ['createdAt', 'DATETIME', 'created_at'],
  ['updatedAt', 'DATETIME', 'updated_at'],
  ['files', 'JSON', () => filesJson(sql`${ROW}.files`)],
  ['fileIds', 'FILE', 'files', { single: false }],
  ['mentions', 'SYS_USER', 'mentions', { single: false }],
]

const IDS: Columns = [
  ['id', 'ID', 'id'],
  ['__id', 'ID', 'id'],
]

function messagesIn(ctx: Context, { name, shown }: Stream): Source {
  const place: Columns[number] =
    'channel' in shown
      ? ['channel', 'ID', () => sql`${shown.channel}::uuid`]
      : ['target', 'JSON', () => sql`${JSON.stringify(shown.target)}::json`]
  const columns: Columns = [
    ...IDS,
    place,
    ['title', 'STRING', 'title'],
    ...SAID,
    ['commentsCount', 'INTEGER', 'comments_count'],
  ]
  return source(ctx, {
    table: raw('kontor.messages'),
    where: sql`${ROW}.stream = ${name}`,
    columns,
    ascending: false,
  })
}

const commentsOn = (ctx: Context, messageId: string): Source =>
  source(ctx, {
    table: raw('kontor.message_comments'),
    where: sql`${ROW}.message_id = ${messageId}::uuid`,
    columns: [...IDS, ['messageId', 'ID', 'message_id'], ...SAID],
    ascending: true,
  })

/** In chronological order; ids increase with time and break ties. */
const source = (
  ctx: Context,
  of: { table: Sql; where: Sql; columns: Columns; ascending: boolean },
): Source => ({
  table: of.table,
  where: [of.where],
  columns: sourceColumns(of.columns),
  order: ['createdAt', '__id'].map((field) => ({ field, ascending: of.ascending })),
  asked: { by: ctx.user.id, at: ctx.now() },
})
