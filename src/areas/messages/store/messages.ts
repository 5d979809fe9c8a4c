import type { Db } from '../../../platform/db/db.ts'
import { sql } from '../../../platform/db/sql.ts'

/** What somebody says, checked and ready to be stored. */
export type Content = {
  body: string
  bodyText: string
  mentions: readonly string[]
  files: readonly string[]
}
export type Said = Content & { id: string; at: Date; by: string }

export async function insertMessage(
  db: Db,
  stream: string,
  message: Said & { title: string },
): Promise<void> {
  const { id, title, body, bodyText, by, mentions, files, at } = message
  await db.run(sql`
    insert into kontor.messages
      (id, stream, title, body, body_text, author_id, mentions, files, created_at, updated_at)
    values (${id}, ${stream}, ${title}, ${body}, ${bodyText}, ${by}, ${mentions}, ${files}, ${at},
      ${at})`)
}

export async function hasMessage(db: Db, stream: string, id: string): Promise<boolean> {
  const changed = await db.run(
    sql<{ id: string }>`select id from kontor.messages where id = ${id} and stream = ${stream}`,
  )
  return changed > 0
}

/** The message counts its comments. */
export async function insertComment(db: Db, messageId: string, comment: Said): Promise<void> {
  const { id, body, bodyText, by, mentions, files, at } = comment
  await db.run(sql`
    with counted as (
      update kontor.messages
      set comments_count = comments_count + 1, updated_at = greatest(updated_at, ${at})
      where id = ${messageId}
    )
    insert into kontor.message_comments
      (id, message_id, body, body_text, author_id, mentions, files, created_at, updated_at)
    values (${id}, ${messageId}, ${body}, ${bodyText}, ${by}, ${mentions}, ${files}, ${at}, ${at})`)
}

/** Everybody who wrote or was mentioned in a message or a comment on it. */
export async function listParticipants(db: Db, messageId: string): Promise<string[]> {
  const rows = await db.all(sql<{ id: string }>`
    select author_id as id from kontor.messages where id = ${messageId}
    union select unnest(mentions) from kontor.messages where id = ${messageId}
    union select author_id from kontor.message_comments where message_id = ${messageId}
    union select unnest(mentions) from kontor.message_comments where message_id = ${messageId}`)
  return rows.map(({ id }) => id)
}

export type Last = {
  stream: string
  id: string
  author: string
  title: string
  body_text: string
  at: Date
}

/** The last message of each stream that has one. */
export async function listLast(db: Db, streams: readonly string[]): Promise<Map<string, Last>> {
  const rows = await db.all(sql<Last>`
    select s.stream, m.id, m.author_id as author, m.title, m.body_text, m.created_at as at
    from unnest(${streams}::text[]) s(stream) cross join lateral (
      select * from kontor.messages where stream = s.stream
      order by created_at desc, id desc limit 1) m`)
  return new Map(rows.map((last) => [last.stream, last]))
}
