import { type Db, statement } from '../../../../platform/db/db.ts'
import type { UnitKind } from './membership.ts'

export type Member = { id: string; kind: UnitKind }

type MemberRow = { member_id: string }
type GroupRow = { group_id: string }

const insert = statement<MemberRow>(`
  insert into kontor.group_members (group_id, member_kind, member_id, solution)
  select $1, m.kind, m.id, $4 from unnest($2::uuid[], $3::text[]) as m(id, kind)
  on conflict do nothing
  returning member_id`)

/** The ids of those that were not in the group before. */
export async function insertMembers(
  db: Db,
  groupId: string,
  members: Member[],
  solution: string | null = null,
): Promise<string[]> {
  const ids = members.map(({ id }) => id)
  const kinds = members.map(({ kind }) => kind)
  const rows = await db.query(insert, [groupId, ids, kinds, solution])
  return rows.map((row) => row.member_id)
}

const remove = statement<MemberRow>(`
  delete from kontor.group_members
  where group_id = $1 and member_id = any($2::uuid[])
  returning member_id`)

/** The ids of those that were in the group. */
export const deleteMembers = async (db: Db, groupId: string, ids: string[]): Promise<string[]> =>
  (await db.query(remove, [groupId, ids])).map((row) => row.member_id)

const removeEverywhere = statement<GroupRow>(
  'delete from kontor.group_members where member_id = $1 returning group_id',
)

/** Takes something out of every group; the ids of the groups it was in. */
export const deleteMemberships = async (db: Db, memberId: string): Promise<string[]> =>
  (await db.query(removeEverywhere, [memberId])).map((row) => row.group_id)

type Group = { id: string; namespace: string; code: string }

const insertIntoDefaults = statement<Group>(`
  with joined as (
    insert into kontor.group_members (group_id, member_kind, member_id)
    select id, 'user', $1 from kontor.groups where is_default and deleted_at is null
    on conflict do nothing
    returning group_id
  )
  select g.id, g.namespace, g.code from joined join kontor.groups g on g.id = joined.group_id`)

/** The groups that every new user joins. */
export const insertIntoDefaultGroups = (db: Db, userId: string): Promise<Group[]> =>
  db.query(insertIntoDefaults, [userId])
