import type { Db } from '../../../../platform/db/db.ts'
import { type Sql, sql } from '../../../../platform/db/sql.ts'
import type { GroupRow } from '../../groups/store/groups.ts'
import { USER_ROW, type UserRow } from '../../users/store.ts'
import { ATTRIBUTES } from '../discovery.ts'
import type { Filter } from '../filter/parse.ts'
import { ENTERPRISE, USER } from '../names.ts'
import { type Columns, matching } from './filter.ts'

/** The provider of groups that come by SCIM. */
export const PROVIDER = 'scim'

const OURS = sql`provider = ${PROVIDER} and deleted_at is null`

/** Some providers send the manager's id alone. */
export const MANAGER = sql`(case jsonb_typeof(scim #> ${[ENTERPRISE, 'manager']}::text[])
  when 'string' then scim #>> ${[ENTERPRISE, 'manager']}::text[]
  else scim #>> ${[ENTERPRISE, 'manager', 'value']}::text[] end)`

/** Attributes as the provider sent them; those that are ours as well follow. */
const USER_COLUMNS: Columns = {
  ...sentColumns(),
  id: { kind: 'id', column: sql`id` },
  userName: { kind: 'text', column: sql`login` },
  externalId: { kind: 'exact', column: sql`scim->>'externalId'` },
  displayName: { kind: 'text', column: orOurs('displayName', sql`name`) },
  title: { kind: 'text', column: orOurs('title', sql`displayed_position`) },
  active: { kind: 'boolean', column: sql`(status <> 3)` },
  'name.familyName': { kind: 'text', column: sql`last_name` },
  'name.givenName': { kind: 'text', column: sql`first_name` },
  'name.middleName': { kind: 'text', column: sql`middle_name` },
  emails: { kind: 'text', column: sql`email` },
  'emails.value': { kind: 'text', column: sql`email` },
  groups: {
    kind: 'list',
    from: sql`kontor.group_members m join (select id, name from kontor.groups where ${OURS}) g
      on g.id = m.group_id and m.member_id = users.id`,
    columns: {
      value: { kind: 'id', column: sql`g.id` },
      display: { kind: 'text', column: sql`g.name` },
      type: { kind: 'text', column: sql`'direct'` },
    },
  },
  'meta.created': { kind: 'time', column: sql`created_at` },
  'meta.lastModified': { kind: 'time', column: sql`updated_at` },
}

const GROUP_COLUMNS: Columns = {
  id: { kind: 'id', column: sql`id` },
  displayName: { kind: 'text', column: sql`name` },
  externalId: { kind: 'exact', column: sql`external_id` },
  members: {
    kind: 'list',
    from: sql`kontor.group_members m join kontor.units u
      on u.id = m.member_id and u.kind in ('user', 'group') and m.group_id = groups.id`,
    columns: {
      value: { kind: 'id', column: sql`u.id` },
      display: { kind: 'text', column: sql`u.name` },
      type: { kind: 'text', column: sql`u.kind` },
    },
  },
  'meta.created': { kind: 'time', column: sql`created_at` },
  'meta.lastModified': { kind: 'time', column: sql`updated_at` },
}

/** What we show of somebody whom the provider has not sent yet. */
function orOurs(name: string, ours: Sql): Sql {
  return sql`(case when scim is null then ${ours} else scim ->> ${name}::text end)`
}

function sentColumns(): Columns {
  const columns: Columns = {}
  for (const schema of [USER, ENTERPRISE]) {
    for (const { name, isMany, parts } of ATTRIBUTES[schema]?.attributes ?? []) {
      const path = schema === USER ? [name] : [schema, name]
      const key = path.join('.')
      columns[key] = isMany ? listAt(path, parts ?? []) : textAt(path)
      for (const part of isMany ? [] : (parts ?? [])) {
        columns[`${key}.${part}`] = textAt([...path, part])
      }
    }
  }
  for (const key of [`${ENTERPRISE}.manager`, 'manager']) {
    columns[key] = columns[`${key}.value`] = { kind: 'exact', column: MANAGER }
  }
  return columns
}

function textAt(path: string[]): Columns[string] {
  return { kind: 'text', column: sql`(scim #>> ${path}::text[])` }
}

function listAt(path: string[], parts: readonly string[]): Columns[string] {
  const list = sql`(scim #> ${path}::text[])`
  const column = (part: string) => sql`(e.member ->> ${part}::text)`
  return {
    kind: 'list',
    from: sql`jsonb_array_elements(
      case jsonb_typeof(${list}) when 'array' then ${list} else '[]'::jsonb end) e(member)`,
    columns: Object.fromEntries(
      parts.map((part) => [
        part,
        part === 'primary'
          ? { kind: 'boolean', column: sql`(lower(${column(part)}) = 'true')` }
          : { kind: 'text', column: column(part) },
      ]),
    ),
  }
}

export type Page = { startIndex: number; count: number }

export const findUser = (db: Db, id: string): Promise<UserRow | undefined> =>
  db.first(sql<UserRow>`
    select ${USER_ROW} from kontor.users where id = ${id} and deleted_at is null`)

export const listUsers = (db: Db, filter: Filter | undefined, page: Page) =>
  listOf<UserRow>(
    db,
    USER_ROW,
    sql`kontor.users where deleted_at is null and ${matching(filter, USER_COLUMNS)}`,
    page,
  )

/** Somebody else with the address, where one of the two has a password. */
export const findRival = async (
  db: Db,
  email: string,
  user: string | undefined,
): Promise<string | undefined> =>
  (
    await db.first(sql<{ login: string }>`
      select o.login from kontor.users o
      where lower(o.email) = lower(${email}) and o.deleted_at is null and o.status <> 3
        and o.id is distinct from ${user ?? null}::uuid
        and (o.password_hash is not null or exists (
          select from kontor.users u where u.id = ${user ?? null} and u.password_hash is not null))
      order by o.id limit 1`)
  )?.login

export const findGroup = (db: Db, id: string): Promise<GroupRow | undefined> =>
  db.first(sql<GroupRow>`select * from kontor.groups where id = ${id} and ${OURS}`)

export const listGroups = (db: Db, filter: Filter | undefined, page: Page) =>
  listOf<GroupRow>(
    db,
    sql`*`,
    sql`kontor.groups where ${OURS} and ${matching(filter, GROUP_COLUMNS)}`,
    page,
  )

async function listOf<Row>(db: Db, columns: Sql, from: Sql, { startIndex, count }: Page) {
  const { total } = await db.one(sql<{ total: number }>`select count(*)::int as total from ${from}`)
  const rows =
    count === 0
      ? []
      : await db.all(sql<Row>`
          select ${columns} from ${from}
          order by created_at, id limit ${count} offset ${startIndex - 1}`)
  return { rows, total }
}

export type Member = { group_id: string; id: string; kind: 'user' | 'group'; name: string }

/** Who is directly in these groups; people who are gone are not. */
export const listMembers = (db: Db, groups: readonly string[]): Promise<Member[]> =>
  db.all(sql<Member>`
    select m.group_id, u.id, u.kind, u.name
    from kontor.group_members m join kontor.units u on u.id = m.member_id
    where m.group_id = any(${groups}::uuid[]) and u.kind in ('user', 'group')
    order by m.group_id, m.ordinal`)

export type GroupOf = { user_id: string; id: string; name: string }

/** The groups of the provider that these people are directly in. */
export const listGroupsOf = (db: Db, users: readonly string[]): Promise<GroupOf[]> =>
  db.all(sql<GroupOf>`
    select m.member_id as user_id, g.id, g.name
    from kontor.group_members m join kontor.groups g on g.id = m.group_id
    where m.member_id = any(${users}::uuid[]) and g.provider = ${PROVIDER}
      and g.deleted_at is null
    order by g.name, g.id`)

/** Those of the ids that can be members: users, and groups of the provider. */
export async function listMemberIds(db: Db, ids: readonly string[]): Promise<Set<string>> {
  const rows = await db.all(sql<{ id: string }>`
    select id from kontor.users where id = any(${ids}::uuid[]) and deleted_at is null
    union all
    select id from kontor.groups where id = any(${ids}::uuid[]) and ${OURS}`)
  return new Set(rows.map(({ id }) => id))
}
