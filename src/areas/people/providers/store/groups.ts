import type { Db } from '../../../../platform/db/db.ts'
import { sql } from '../../../../platform/db/sql.ts'
import type { GroupRow } from '../../groups/store/groups.ts'

type Owned = GroupRow & { external_id: string }

/** The groups managed by a provider. */
export const listOwned = (db: Db, provider: string): Promise<Owned[]> =>
  db.all(sql<Owned>`
    select * from kontor.groups
    where provider = ${provider} and external_id is not null and deleted_at is null order by id`)

/** The names of the provider's groups that a user is in. */
export const listJoinedNames = async (db: Db, provider: string, user: string): Promise<string[]> =>
  (
    await db.all(sql<{ name: string }>`
      select g.name from kontor.groups g join kontor.group_members m on m.group_id = g.id
      where g.provider = ${provider} and g.deleted_at is null and m.member_id = ${user}
      order by g.name`)
  ).map(({ name }) => name)

/** The provider's groups that a user is in. */
export const listJoined = async (db: Db, provider: string, user: string): Promise<string[]> => {
  const rows = await db.all(sql<{ id: string }>`
    select g.id from kontor.groups g join kontor.group_members m on m.group_id = g.id
    where g.provider = ${provider} and g.deleted_at is null and m.member_id = ${user}`)
  return rows.map(({ id }) => id)
}
