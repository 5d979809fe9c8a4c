import { ALL_USERS } from '../../../lib/ids.ts'
import { type Db, statement } from '../../../platform/db/db.ts'

export type Member = { channel: string; kind: string; member: string }

const selectJoined = statement<{ channel_id: string }>(`
  select distinct channel_id from kontor.channel_members where member_id = any($1::uuid[])`)

/** The channels in which one of the subjects is. */
export async function listJoined(db: Db, subjects: Iterable<string>): Promise<Set<string>> {
  const rows = await db.query(selectJoined, [[...subjects]])
  return new Set(rows.map(({ channel_id }) => channel_id))
}

const selectMembers = statement<{ channel: string; users: string[] }>(`
  with recursive inside(channel, id, kind) as (
    select channel_id, member_id, member_kind from kontor.channel_members
    where channel_id = any($1::uuid[])
    union
    select inside.channel, within.member_id, within.member_kind
    from inside cross join lateral kontor.members_within(inside.id) within
    where inside.kind <> 'user'
  )
  select inside.channel, array_agg(distinct u.id order by u.id) as users
  from inside join kontor.users u on (u.id = inside.id or inside.id = '${ALL_USERS}')
  where u.deleted_at is null
  group by inside.channel`)

/** Everybody in the channels, through groups, positions and departments of any depth. */
export async function listMembers(
  db: Db,
  channels: readonly string[],
): Promise<Map<string, string[]>> {
  const rows = await db.query(selectMembers, [channels])
  return new Map(rows.map(({ channel, users }) => [channel, users]))
}

const removeMembers = statement(`
  delete from kontor.channel_members m where channel_id = any($1::uuid[])
    and not exists (select from unnest($2::uuid[], $3::uuid[]) w(channel, member)
      where w.channel = m.channel_id and w.member = m.member_id)`)

const insertMembers = statement(`
  insert into kontor.channel_members (channel_id, member_kind, member_id)
  select * from unnest($1::uuid[], $2::text[], $3::uuid[])
  on conflict do nothing`)

/** Makes the members of these channels exactly those. */
export async function replaceMembers(
  db: Db,
  channels: readonly string[],
  members: readonly Member[],
): Promise<void> {
  const of = members.map(({ channel }) => channel)
  const ids = members.map(({ member }) => member)
  await db.query(removeMembers, [channels, of, ids])
  await db.query(insertMembers, [of, members.map(({ kind }) => kind), ids])
}

const selectDirect = statement<{ id: string }>(
  'select member_id as id from kontor.channel_members where channel_id = $1',
)

/** Who was added to a channel, as such. */
export async function listDirectMembers(db: Db, channel: string): Promise<string[]> {
  return (await db.query(selectDirect, [channel])).map(({ id }) => id)
}

const addMember = statement<{ id: string }>(`
  insert into kontor.channel_members (channel_id, member_kind, member_id)
  select $1, * from unnest($2::text[], $3::uuid[])
  on conflict do nothing
  returning member_id as id`)

/** Answers who was not in it before. */
export async function insertInto(
  db: Db,
  channel: string,
  units: readonly { kind: string; id: string }[],
): Promise<string[]> {
  const kinds = units.map(({ kind }) => kind)
  const ids = units.map(({ id }) => id)
  return (await db.query(addMember, [channel, kinds, ids])).map(({ id }) => id)
}

const dropMembers = statement<{ id: string }>(`
  delete from kontor.channel_members where channel_id = $1 and member_id = any($2::uuid[])
  returning member_id as id`)

/** Answers who was in it before. */
export async function deleteFrom(
  db: Db,
  channel: string,
  ids: readonly string[],
): Promise<string[]> {
  return (await db.query(dropMembers, [channel, ids])).map(({ id }) => id)
}
