import type { Db } from '../../../../platform/db/db.ts'
import { sql } from '../../../../platform/db/sql.ts'
import type { GroupRow } from './groups.ts'
import type { Edge, UnitKind } from './membership.ts'

/** The groups of a solution, and those with these names or ids, including deleted ones. */
export const listDefined = (
  db: Db,
  solution: string,
  { names, ids }: { names: string[]; ids: string[] },
): Promise<GroupRow[]> =>
  db.all(sql<GroupRow>`
    select * from kontor.groups
    where solution = ${solution} or namespace || '/' || code = any(${names}::text[])
      or id = any(${ids}::uuid[])
    order by namespace, code`)

/** `subject` is how a definition names the member. */
export type DefinedMember = Edge & {
  kind: UnitKind
  solution: string | null
  subject: string
}

/** Everything in these groups, and what the solution put into others. */
export const listMembers = (db: Db, solution: string, ids: string[]): Promise<DefinedMember[]> =>
  db.all(sql<DefinedMember>`
    select m.group_id as unit, m.member_id as member, m.member_kind as kind, m.solution,
      u.kind || ':' || coalesce(u.namespace || '/', '') || u.code as subject
    from kontor.group_members m join kontor.units u on u.id = m.member_id
    where m.solution = ${solution} or m.group_id = any(${ids}::uuid[])
    order by m.ordinal`)

/** Which group is directly in which, without those defined by this solution. */
export const listGroupEdges = (db: Db, solution: string): Promise<Edge[]> =>
  db.all(sql<Edge>`
    select m.group_id as unit, m.member_id as member
    from kontor.group_members m
    join kontor.groups g on g.id = m.group_id and g.deleted_at is null
    where m.member_kind = 'group' and m.solution is distinct from ${solution}`)

export type Named = { id: string; subject: string }

/** These users and groups and the whole org chart, without those of one solution. */
export const listNames = (
  db: Db,
  { logins, groups, but }: { logins: string[]; groups: string[]; but: string | undefined },
): Promise<Named[]> =>
  db.all(sql<Named>`
    select id, kind || ':' || coalesce(namespace || '/', '') ||
      case kind when 'user' then lower(code) else code end as subject
    from kontor.units
    where solution is distinct from ${but ?? ''} and (
      (kind = 'user' and lower(code) = any(${logins}::text[])) or
      (kind = 'group' and namespace || '/' || code = any(${groups}::text[])) or
      kind in ('position', 'department'))`)
