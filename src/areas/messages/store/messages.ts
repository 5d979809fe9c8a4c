import { type Db, statement } from '../../../platform/db/db.ts'

/** What somebody says, checked and ready to be stored. */
export type Content = {
  body: string
  bodyText: string
  mentions: readonly string[]
  files: readonly string[]
}
export type Said = Content & { id: string; at: Date; by: string }

const insert = statement(`
  insert into kontor.messages
    (id, stream, title, body, body_text, author_id, mentions, files, created_at, updated_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $9)`)

export async function insertMessage(
  db: Db,
  stream: string,
  message: Said & { title: string },
): Promise<void> {
  const { id, title, body, bodyText, by, mentions, files, at } = message
  await db.query(insert, [id, stream, title, body, bodyText, by, mentions, files, at])
}

const selectMessage = statement<{ id: string }>(
  'select id from kontor.messages where id = $1 and stream = $2',
)

export async function hasMessage(db: Db, stream: string, id: string): Promise<boolean> {
  return (await db.query(selectMessage, [id, stream])).length > 0
}

const insertOn = statement(`
  with counted as (
    update kontor.messages
    set comments_count = comments_count + 1, updated_at = greatest(updated_at, $8)
    where id = $2
  )
  insert into kontor.message_comments
    (id, message_id, body, body_text, author_id, mentions, files, created_at, updated_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $8)`)

/** The message counts its comments. */
export async function insertComment(db: Db, messageId: string, comment: Said): Promise<void> {
  const { id, body, bodyText, by, mentions, files, at } = comment
  await db.query(insertOn, [id, messageId, body, bodyText, by, mentions, files, at])
}

const selectParticipants = statement<{ id: string }>(`
  select author_id as id from kontor.messages where id = $1
  union select unnest(mentions) from kontor.messages where id = $1
  union select author_id from kontor.message_comments where message_id = $1
  union select unnest(mentions) from kontor.message_comments where message_id = $1`)

/** Everybody who wrote or was mentioned in a message or a comment on it. */
export async function listParticipants(db: Db, messageId: string): Promise<string[]> {
  return (await db.query(selectParticipants, [messageId])).map(({ id }) => id)
}

export type Last = {
  stream: string
  id: string
  author: string
  title: string
  body_text: string
  at: Date
}

const selectLast = statement<Last>(`
  select s.stream, m.id, m.author_id as author, m.title, m.body_text, m.created_at as at
  from unnest($1::text[]) s(stream) cross join lateral (
    select * from kontor.messages where stream = s.stream
    order by created_at desc, id desc limit 1) m`)

/** The last message of each stream that has one. */
export async function listLast(db: Db, streams: readonly string[]): Promise<Map<string, Last>> {
  return new Map((await db.query(selectLast, [streams])).map((last) => [last.stream, last]))
}
