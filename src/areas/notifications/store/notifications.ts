import { type Db, statement } from '../../../platform/db/db.ts'
import type { Kind, Notification } from '../operations.ts'

export type NewNotifications = {
  kind: Kind
  stream: string
  message: string | null
  comment: string | null
  actor: string
  at: Date
  to: readonly { id: string; user: string; text: string }[]
}

/** Nobody is told of what they do not want to hear. */
const insert = statement<Made>(`
  with wanted as (
    select n.id, n.user_id, n.text, coalesce(s.email, 'digest') = 'each' as now
    from unnest($1::uuid[], $2::uuid[], $3::text[]) n(id, user_id, text)
    join kontor.users u on u.id = n.user_id and u.deleted_at is null and u.status <> 3
    left join kontor.notification_settings s on s.user_id = n.user_id
    where not $4 = any(coalesce(s.muted, '{}'))
  ), made as (
    insert into kontor.notifications
      (id, user_id, text, kind, stream, message_id, comment_id, actor_id, created_at)
    select id, user_id, text, $4, $5, $6, $7, $8, $9 from wanted
  )
  select id, user_id as user, now from wanted`)

/** `now` when the user wants a letter about each. */
export type Made = { id: string; user: string; now: boolean }

export function insertNotifications(db: Db, wanted: NewNotifications): Promise<Made[]> {
  const { to, kind, stream, message, comment, actor, at } = wanted
  return db.query(insert, [
    to.map(({ id }) => id),
    to.map(({ user }) => user),
    to.map(({ text }) => text),
    ...[kind, stream, message, comment, actor, at],
  ])
}

type Wanted = { from: number; size: number; onlyUnread: boolean }

const select = statement<NotificationRow>(`
  select n.id, n.kind, n.stream, n.message_id, n.comment_id, n.actor_id, n.text, n.created_at,
    n.read_at, u.name as actor_name
  from kontor.notifications n left join kontor.users u on u.id = n.actor_id
  where n.user_id = $1 and ($2::boolean is not true or n.read_at is null)
  order by n.created_at desc, n.id desc
  offset $3 limit $4`)

type NotificationRow = {
  id: string
  kind: Kind
  stream: string
  message_id: string | null
  comment_id: string | null
  actor_id: string
  actor_name: string | null
  text: string
  created_at: Date
  read_at: Date | null
}

export async function listNotifications(
  db: Db,
  user: string,
  { from, size, onlyUnread }: Wanted,
): Promise<Notification[]> {
  const rows = await db.query(select, [user, onlyUnread, from, size])
  return rows.map((row) => ({
    id: row.id,
    kind: row.kind,
    object: row.stream,
    message: row.message_id,
    comment: row.comment_id,
    actor: { id: row.actor_id, name: row.actor_name ?? 'System' },
    text: row.text,
    createdAt: row.created_at.toISOString(),
    readAt: row.read_at?.toISOString() ?? null,
  }))
}

const count = statement<{ total: number; unread: number }>(`
  select count(*) as total, count(*) filter (where read_at is null) as unread
  from kontor.notifications where user_id = $1`)

export async function countNotifications(db: Db, user: string) {
  const [counted] = await db.query(count, [user])
  return counted ?? { total: 0, unread: 0 }
}

const mark = statement<{ id: string }>(`
  update kontor.notifications set read_at = $2
  where user_id = $1 and (read_at is null) = ($2::timestamptz is not null)
    and ($3::uuid[] is null or id = any($3))
  returning id`)

/** `readAt` null = not read. Answers the ids of those that were otherwise before. */
export async function saveRead(
  db: Db,
  user: string,
  { readAt, ids }: { readAt: Date | null; ids: readonly string[] | undefined },
): Promise<string[]> {
  const rows = await db.query(mark, [user, readAt, ids ?? null])
  return rows.map(({ id }) => id)
}
