import { ADMINISTRATORS } from '../../../../lib/ids.ts'
import type { Db } from '../../../../platform/db/db.ts'
import { sql } from '../../../../platform/db/sql.ts'

/** Everything these are in, through any depth; blocked people, too. */
const above = (ids: readonly string[]) => sql`
  with recursive above(origin, id) as (
    select given.id, given.id from unnest(${ids}::uuid[]) given(id)
    union
    select above.origin, around.unit_id
    from above cross join lateral kontor.units_around(above.id) around
  )`

/** One of the users who is an administrator, or whom no provider brought. */
export const findBeyond = (
  db: Db,
  users: readonly string[],
  { isOwnOnly }: { isOwnOnly: boolean },
) =>
  db.first(sql<{ login: string; isAdministrator: boolean }>`
    ${above(users)}
    select u.login, a.origin is not null as "isAdministrator"
    from kontor.users u left join above a on a.origin = u.id and a.id = ${ADMINISTRATORS}
    where u.id = any(${users}::uuid[])
      and (a.origin is not null or (${isOwnOnly} and u.scim is null))
    order by a.origin is null limit 1`)

export const isOfAdministrators = async (db: Db, ids: readonly string[]): Promise<boolean> =>
  (await db.run(sql`${above(ids)} select from above where id = ${ADMINISTRATORS}`)) > 0
