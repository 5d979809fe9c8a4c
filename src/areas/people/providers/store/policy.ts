import type { Db } from '../../../../platform/db/db.ts'
import { sql } from '../../../../platform/db/sql.ts'
import type { Policy } from '../policy-operations.ts'

export const findPolicy = (db: Db): Promise<Policy> =>
  db.one(sql<Policy>`
    select passwords, array(
      select id from kontor.users where is_emergency and deleted_at is null order by login
    ) as "emergencyAccounts" from kontor.sign_in_policy`)

/** An initial password set by an administrator and not changed yet. */
export const hasInitialPassword = async (db: Db, id: string): Promise<boolean> =>
  (await db.run(sql`
    select from kontor.users where id = ${id} and password_initial_until is not null`)) > 0

export const lockPolicy = (db: Db) => db.run(sql`select from kontor.sign_in_policy for update`)

export const savePolicy = async (
  db: Db,
  { passwords, emergencyAccounts }: Policy,
): Promise<void> => {
  await db.run(sql`update kontor.sign_in_policy set passwords = ${passwords}`)
  await db.run(sql`
    update kontor.users set is_emergency = not is_emergency
    where is_emergency <> (id = any(${emergencyAccounts}::uuid[]))`)
}
