import type { Db } from '../../../../platform/db/db.ts'
import { type Sql, sql } from '../../../../platform/db/sql.ts'
import type { GroupRow } from '../../groups/store/groups.ts'
import { USER_ROW, type UserRow } from '../../users/store.ts'
import type { Filter } from '../filter/parse.ts'
import { type Columns, matching } from './filter.ts'

/** The provider of groups that come by SCIM. */
export const PROVIDER = 'scim'

const USER_COLUMNS: Columns = {
  id: { kind: 'id', column: sql`id` },
  userName: { kind: 'text', column: sql`login` },
  externalId: { kind: 'exact', column: sql`scim->>'externalId'` },
  displayName: { kind: 'text', column: sql`name` },
  active: { kind: 'boolean', column: sql`(status <> 3)` },
  'name.familyName': { kind: 'text', column: sql`last_name` },
  'name.givenName': { kind: 'text', column: sql`first_name` },
  emails: { kind: 'text', column: sql`email` },
  'emails.value': { kind: 'text', column: sql`email` },
  'meta.created': { kind: 'time', column: sql`created_at` },
  'meta.lastModified': { kind: 'time', column: sql`updated_at` },
}

const GROUP_COLUMNS: Columns = {
  id: { kind: 'id', column: sql`id` },
  displayName: { kind: 'text', column: sql`name` },
  externalId: { kind: 'exact', column: sql`external_id` },
  'meta.created': { kind: 'time', column: sql`created_at` },
  'meta.lastModified': { kind: 'time', column: sql`updated_at` },
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

const OURS = sql`provider = ${PROVIDER} and deleted_at is null`

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

/** Those of the ids that can be members: users, and groups of the provider. */
export async function listMemberIds(db: Db, ids: readonly string[]): Promise<Set<string>> {
  const rows = await db.all(sql<{ id: string }>`
    select id from kontor.users where id = any(${ids}::uuid[]) and deleted_at is null
    union all
    select id from kontor.groups where id = any(${ids}::uuid[]) and ${OURS}`)
  return new Set(rows.map(({ id }) => id))
}
