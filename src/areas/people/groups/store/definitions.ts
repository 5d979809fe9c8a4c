import { type Db, statement } from '../../../../platform/db/db.ts'
import type { GroupRow } from './groups.ts'
import type { Edge, UnitKind } from './membership.ts'

const selectDefined = statement<GroupRow>(`
  select * from kontor.groups
  where solution = $1 or namespace || '/' || code = any($2::text[])
  order by namespace, code`)

/** The groups a solution made, and those of these names; the deleted ones too. */
export const listDefined = (db: Db, solution: string, names: string[]): Promise<GroupRow[]> =>
  db.query(selectDefined, [solution, names])

/** `subject` is how a definition names the member. */
export type DefinedMember = Edge & {
  kind: UnitKind
  solution: string | null
  subject: string
}

const selectMembers = statement<DefinedMember>(`
  select m.group_id as unit, m.member_id as member, m.member_kind as kind, m.solution,
    u.kind || ':' || coalesce(u.namespace || '/', '') || u.code as subject
  from kontor.group_members m join kontor.units u on u.id = m.member_id
  where m.solution = $1 or m.group_id = any($2::uuid[])
  order by m.ordinal`)

/** Everything in these groups, and what the solution put into others. */
export const listMembers = (db: Db, solution: string, ids: string[]): Promise<DefinedMember[]> =>
  db.query(selectMembers, [solution, ids])

const selectGroupEdges = statement<Edge>(`
  select m.group_id as unit, m.member_id as member
  from kontor.group_members m
  join kontor.groups g on g.id = m.group_id and g.deleted_at is null
  where m.member_kind = 'group' and m.solution is distinct from $1`)

/** Which group is directly in which, but for what this solution says. */
export const listGroupEdges = (db: Db, solution: string): Promise<Edge[]> =>
  db.query(selectGroupEdges, [solution])

export type Named = { id: string; subject: string }

const selectNames = statement<Named>(`
  select id, kind || ':' || coalesce(namespace || '/', '') ||
    case kind when 'user' then lower(code) else code end as subject
  from kontor.units
  where solution is distinct from $1 and (
    (kind = 'user' and lower(code) = any($2::text[])) or
    (kind = 'group' and namespace || '/' || code = any($3::text[])) or
    kind in ('position', 'department'))`)

/** These users and groups and the whole org chart, but for what one solution made. */
export const listNames = (
  db: Db,
  { logins, groups, but }: { logins: string[]; groups: string[]; but: string | undefined },
): Promise<Named[]> => db.query(selectNames, [but ?? '', logins, groups])
