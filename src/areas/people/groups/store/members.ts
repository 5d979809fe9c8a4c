import type { Db } from '../../../../platform/db/db.ts'
import { sql } from '../../../../platform/db/sql.ts'
import type { UnitKind } from './membership.ts'

export type Member = { id: string; kind: UnitKind }

type MemberRow = { member_id: string }
type GroupRow = { group_id: string }

/** The ids of those that were not in the group before. */
export async function insertMembers(
  db: Db,
  groupId: string,
  members: Member[],
  solution: string | null = null,
): Promise<string[]> {
  const ids = members.map(({ id }) => id)
  const kinds = members.map(({ kind }) => kind)
  const rows = await db.all(sql<MemberRow>`
    insert into kontor.group_members (group_id, member_kind, member_id, solution)
    select ${groupId}, m.kind, m.id, ${solution}
      from unnest(${ids}::uuid[], ${kinds}::text[]) as m(id, kind)
    on conflict do nothing
    returning member_id`)
  return rows.map((row) => row.member_id)
}

/** Everything that is directly in a group. */
export async function listMemberIds(db: Db, groupId: string): Promise<string[]> {
  const rows = await db.all(
    sql<MemberRow>`select member_id from kontor.group_members where group_id = ${groupId}`,
  )
  return rows.map((row) => row.member_id)
}

/** The ids of those that were in the group. */
export const deleteMembers = async (db: Db, groupId: string, ids: string[]): Promise<string[]> => {
  const rows = await db.all(sql<MemberRow>`
    delete from kontor.group_members
    where group_id = ${groupId} and member_id = any(${ids}::uuid[])
    returning member_id`)
  return rows.map((row) => row.member_id)
}

/** Takes something out of every group; the ids of the groups it was in. */
export const deleteMemberships = async (db: Db, memberId: string): Promise<string[]> => {
  const rows = await db.all(sql<GroupRow>`
    delete from kontor.group_members where member_id = ${memberId} returning group_id`)
  return rows.map((row) => row.group_id)
}

type Group = { id: string; namespace: string; code: string }

/** The groups that every new user joins. */
export const insertIntoDefaultGroups = (db: Db, userId: string): Promise<Group[]> =>
  db.all(sql<Group>`
    with joined as (
      insert into kontor.group_members (group_id, member_kind, member_id)
      select id, 'user', ${userId} from kontor.groups where is_default and deleted_at is null
        and not exists (select from kontor.users where id = ${userId} and is_guest)
      on conflict do nothing
      returning group_id
    )
    select g.id, g.namespace, g.code from joined join kontor.groups g on g.id = joined.group_id`)
