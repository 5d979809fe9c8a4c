import { descending, type Next, type PageRequest, readPage } from '../../../lists/page.ts'
import type { Db } from '../../../platform/db/db.ts'
import { sql } from '../../../platform/db/sql.ts'
import type { Kind, Notification } from '../operations.ts'
import type { Quiet } from '../times.ts'
import { IS_PUSHED, TIMES, WAY } from './settings.ts'

export type NewNotifications = {
  kind: Kind
  stream: string
  /** The object and what it belongs to. */
  streams: readonly string[]
  message: string | null
  comment: string | null
  actor: string
  at: Date
  to: readonly { id: string; user: string; text: string }[]
}

export type Made = {
  id: string
  user: string
  /** Whether the user wants a mail for each. */
  now: boolean
  /** The push subscriptions to notify. */
  browsers: string[]
  quiet: Quiet | null
  zone: string
}

/** Skips muted kinds and objects. */
export function insertNotifications(db: Db, wanted: NewNotifications): Promise<Made[]> {
  const { to, kind, stream, streams, message, comment, actor, at } = wanted
  const ids = to.map(({ id }) => id)
  const users = to.map(({ user }) => user)
  const texts = to.map(({ text }) => text)
  return db.all(sql<Made>`
    with wanted as (
      select n.id, n.user_id, n.text, ${WAY} = 'each' as now, u.timezone as zone, ${TIMES},
        array(select p.id from kontor.push_subscriptions p
          where p.user_id = n.user_id and ${IS_PUSHED}) as browsers
      from (select *, ${kind}::text as kind
        from unnest(${ids}::uuid[], ${users}::uuid[], ${texts}::text[]) n(id, user_id, text)) n
      join kontor.users u on u.id = n.user_id and u.deleted_at is null and u.status <> 3
      left join kontor.notification_settings s on s.user_id = n.user_id
      where not ${kind} = any(coalesce(s.muted, '{}')) and not exists (
        select from kontor.notification_mutes m
        where m.user_id = n.user_id and m.stream = any(${streams}))
    ), made as (
      insert into kontor.notifications
        (id, user_id, text, kind, stream, message_id, comment_id, actor_id, created_at)
      select id, user_id, text, ${kind}, ${stream}, ${message}, ${comment}, ${actor}, ${at}
      from wanted
    )
    select id, user_id as user, now, browsers, quiet, zone from wanted`)
}

type NotificationFilter = PageRequest & { onlyUnread: boolean }

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
  { onlyUnread, ...page }: NotificationFilter,
): Promise<{ notifications: Notification[] } & Next> {
  const list = {
    columns: sql`n.id, n.kind, n.stream, n.message_id, n.comment_id, n.actor_id, n.text,
      n.created_at, n.read_at, u.name as actor_name`,
    from: sql`kontor.notifications n left join kontor.users u on u.id = n.actor_id`,
    where: [sql`n.user_id = ${user}`, ...(onlyUnread ? [sql`n.read_at is null`] : [])],
    order: [descending('n.created_at', 'timestamptz'), descending('n.id', 'uuid')],
  }
  const { rows, ...rest } = await readPage<NotificationRow>(db, list, page)
  return { notifications: rows.map(toNotification), ...rest }
}

function toNotification(row: NotificationRow): Notification {
  return {
    id: row.id,
    kind: row.kind,
    object: row.stream,
    message: row.message_id,
    comment: row.comment_id,
    actor: { id: row.actor_id, name: row.actor_name ?? 'System' },
    text: row.text,
    createdAt: row.created_at.toISOString(),
    readAt: row.read_at?.toISOString() ?? null,
  }
}

export async function countNotifications(db: Db, user: string) {
  const counted = await db.first(sql<{ total: number; unread: number }>`
    select count(*) as total, count(*) filter (where read_at is null) as unread
    from kontor.notifications where user_id = ${user}`)
  return counted ?? { total: 0, unread: 0 }
}

/** `readAt` null = unread. Returns the ids that changed. */
export async function saveRead(
  db: Db,
  user: string,
  { readAt, ids = null }: { readAt: Date | null; ids: readonly string[] | undefined | null },
): Promise<string[]> {
  const rows = await db.all(sql<{ id: string }>`
    update kontor.notifications set read_at = ${readAt}
    where user_id = ${user} and (read_at is null) = (${readAt}::timestamptz is not null)
      and (${ids}::uuid[] is null or id = any(${ids}))
    returning id`)
  return rows.map(({ id }) => id)
}
