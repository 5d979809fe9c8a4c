import type { Db } from '../../../platform/db/db.ts'
import { sql } from '../../../platform/db/sql.ts'

/** What somebody said in another system. */
type Said = {
  id: string
  body: string
  bodyText: string
  author: string
  mentions: readonly string[]
  files: readonly string[]
  createdAt: string
  updatedAt: string
}

/** Answers whether it was not here before. */
export async function insertMessage(
  db: Db,
  stream: string,
  message: Said & { title: string },
): Promise<boolean> {
  const { id, title, body, bodyText, author, mentions, files, createdAt, updatedAt } = message
  const made = await db.run(sql`
    insert into kontor.messages
      (id, stream, title, body, body_text, author_id, mentions, files, created_at, updated_at)
    values (${id}, ${stream}, ${title}, ${body}, ${bodyText}, ${author}, ${mentions}, ${files},
      ${createdAt}, ${updatedAt})
    on conflict (id) do nothing`)
  return made > 0
}

/** Where a message is. */
export const findStream = async (db: Db, id: string): Promise<string | undefined> =>
  (await db.first(sql<{ stream: string }>`select stream from kontor.messages where id = ${id}`))
    ?.stream

/** Answers how many were not here before. The message counts them. */
export async function insertComments(
  db: Db,
  message: string,
  comments: readonly Said[],
): Promise<number> {
  if (comments.length === 0) return 0
  const made = await db.run(sql`
    insert into kontor.message_comments
      (id, message_id, body, body_text, author_id, mentions, files, created_at, updated_at)
    select c.id, ${message}, c.body, c."bodyText", c.author, c.mentions, c.files, c."createdAt",
      c."updatedAt"
    from jsonb_to_recordset(${JSON.stringify(comments)}::jsonb) as c(id uuid, body text, "bodyText" text, author uuid,
      mentions uuid[], files uuid[], "createdAt" timestamptz, "updatedAt" timestamptz)
    on conflict (id) do nothing`)
  if (made > 0) {
    await db.run(sql`
      update kontor.messages m set comments_count = c.count,
        updated_at = greatest(m.updated_at, c.last)
      from (select count(*) as count, max(created_at) as last from kontor.message_comments
        where message_id = ${message}) c
      where m.id = ${message}`)
  }
  return made
}
