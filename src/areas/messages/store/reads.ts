import { type Db, statement } from '../../../platform/db/db.ts'

/** Nobody wants to know more exactly, and nobody should wait for it. */
const MOST_COUNTED = 1000

const count = statement<{ stream: string; unread: number }>(`
  select s.stream, (
    select count(*) from (
      select from kontor.messages m
      where m.stream = s.stream and m.author_id <> $1
        and m.created_at > coalesce(r.read_at, '-infinity')
      limit ${MOST_COUNTED}) m) as unread
  from unnest($2::text[]) s(stream)
  left join kontor.stream_reads r on r.user_id = $1 and r.stream = s.stream`)

/** How many messages of others the user has not read, by stream. */
export async function countUnread(
  db: Db,
  user: string,
  streams: readonly string[],
): Promise<Map<string, number>> {
  const rows = await db.query(count, [user, streams])
  return new Map(rows.map(({ stream, unread }) => [stream, unread]))
}

const upsert = statement(`
  insert into kontor.stream_reads (user_id, stream, read_at) values ($1, $2, $3)
  on conflict (user_id, stream) do update set read_at = greatest(stream_reads.read_at, excluded.read_at)`)

export async function saveRead(db: Db, user: string, stream: string, at: Date): Promise<void> {
  await db.query(upsert, [user, stream, at])
}
