import type { Db } from '../../../platform/db/db.ts'
import { sql } from '../../../platform/db/sql.ts'

/** Nobody wants to know more exactly, and nobody should wait for it. */
const MOST_COUNTED = 1000

/** How many messages of others the user has not read, by stream. */
export async function countUnread(
  db: Db,
  user: string,
  streams: readonly string[],
): Promise<Map<string, number>> {
  const rows = await db.all(sql<{ stream: string; unread: number }>`
    select s.stream, (
      select count(*) from (
        select from kontor.messages m
        where m.stream = s.stream and m.author_id <> ${user}
          and m.created_at > coalesce(r.read_at, '-infinity')
        limit ${MOST_COUNTED}) m) as unread
    from unnest(${streams}::text[]) s(stream)
    left join kontor.stream_reads r on r.user_id = ${user} and r.stream = s.stream`)
  return new Map(rows.map(({ stream, unread }) => [stream, unread]))
}

export async function saveRead(db: Db, user: string, stream: string, at: Date): Promise<void> {
  await db.run(sql`
    insert into kontor.stream_reads (user_id, stream, read_at) values (${user}, ${stream}, ${at})
    on conflict (user_id, stream) do update
    set read_at = greatest(stream_reads.read_at, excluded.read_at)`)
}
