import { ALL_USERS } from '../../../lib/ids.ts'
import type { Db } from '../../../platform/db/db.ts'
import { raw, sql } from '../../../platform/db/sql.ts'

export type Member = { channel: string; kind: string; member: string }

/** The channels in which one of the subjects is. */
export async function listJoined(db: Db, subjects: Iterable<string>): Promise<Set<string>> {
  const rows = await db.all(sql<{ channel_id: string }>`
    select distinct channel_id from kontor.channel_members
      where member_id = any(${[...subjects]}::uuid[])`)
  return new Set(rows.map(({ channel_id }) => channel_id))
}

/** Everybody in the channels, through groups, positions and departments of any depth. */
export async function listMembers(
  db: Db,
  channels: readonly string[],
): Promise<Map<string, string[]>> {
  const rows = await db.all(sql<{ channel: string; users: string[] }>`
    with recursive inside(channel, id, kind) as (
      select channel_id, member_id, member_kind from kontor.channel_members
      where channel_id = any(${channels}::uuid[])
      union
      select inside.channel, within.member_id, within.member_kind
      from inside cross join lateral kontor.members_within(inside.id) within
      where inside.kind <> 'user'
    )
    select inside.channel, array_agg(distinct u.id order by u.id) as users
    from inside join kontor.users u
      on (u.id = inside.id or (inside.id = '${raw(ALL_USERS)}' and not u.is_guest))
    where u.deleted_at is null
    group by inside.channel`)
  return new Map(rows.map(({ channel, users }) => [channel, users]))
}

/** Makes the members of these channels exactly those. */
export async function replaceMembers(
  db: Db,
  channels: readonly string[],
  members: readonly Member[],
): Promise<void> {
  const of = members.map(({ channel }) => channel)
  const ids = members.map(({ member }) => member)
  await db.run(sql`
    delete from kontor.channel_members m where channel_id = any(${channels}::uuid[])
      and not exists (select from unnest(${of}::uuid[], ${ids}::uuid[]) w(channel, member)
        where w.channel = m.channel_id and w.member = m.member_id)`)
  await db.run(sql`
    insert into kontor.channel_members (channel_id, member_kind, member_id)
    select * from unnest(${of}::uuid[], ${members.map(({ kind }) => kind)}::text[], ${ids}::uuid[])
    on conflict do nothing`)
}

/** Who was added to a channel, as such. */
export async function listDirectMembers(db: Db, channel: string): Promise<string[]> {
  const rows = await db.all(
    sql<{
      id: string
    }>`select member_id as id from kontor.channel_members where channel_id = ${channel}`,
  )
  return rows.map(({ id }) => id)
}

/** Answers who was not in it before. */
export async function insertInto(
  db: Db,
  channel: string,
  units: readonly { kind: string; id: string }[],
): Promise<string[]> {
  const kinds = units.map(({ kind }) => kind)
  const ids = units.map(({ id }) => id)
  const rows = await db.all(sql<{ id: string }>`
    insert into kontor.channel_members (channel_id, member_kind, member_id)
    select ${channel}, * from unnest(${kinds}::text[], ${ids}::uuid[])
    on conflict do nothing
    returning member_id as id`)
  return rows.map(({ id }) => id)
}

/** Answers who was in it before. */
export async function deleteFrom(
  db: Db,
  channel: string,
  ids: readonly string[],
): Promise<string[]> {
  const rows = await db.all(sql<{ id: string }>`
    delete from kontor.channel_members where channel_id = ${channel}
      and member_id = any(${ids}::uuid[])
    returning member_id as id`)
  return rows.map(({ id }) => id)
}
