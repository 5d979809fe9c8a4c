import { ROW, type Source, sourceColumns } from '../../../lists/source.ts'
import { raw, type Sql, sql } from '../../../platform/db/sql.ts'
import { filesJson } from '../../disk/files.ts'
import type { Stream } from '../streams.ts'

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

export function messagesIn({ name, shown }: Pick<Stream, 'name' | 'shown'>): Source {
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
  return source({
    table: raw('kontor.messages'),
    where: sql`${ROW}.stream = ${name}`,
    columns,
    ascending: false,
  })
}

export const commentsOn = (messageId: string): Source =>
  source({
    table: raw('kontor.message_comments'),
    where: sql`${ROW}.message_id = ${messageId}::uuid`,
    columns: [...IDS, ['messageId', 'ID', 'message_id'], ...SAID],
    ascending: true,
  })

/** In chronological order; ids increase with time and break ties. */
const source = (of: { table: Sql; where: Sql; columns: Columns; ascending: boolean }): Source => ({
  table: of.table,
  where: [of.where],
  columns: sourceColumns(of.columns),
  order: ['createdAt', '__id'].map((field) => ({ field, ascending: of.ascending })),
})
