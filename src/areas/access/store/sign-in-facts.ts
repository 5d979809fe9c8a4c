import type { Db } from '../../../platform/db/db.ts'
import { sql } from '../../../platform/db/sql.ts'

/** The facts that decide what a sign-in requires. */
export type SignInFacts = {
  hasApp: boolean
  hasPasskey: boolean
  isFactorRequired: boolean
  isPasswordInitial: boolean
  isFirstPassword: boolean
  /** Their password is enough even where passwords are closed. */
  isEmergency: boolean
  needsProvider: boolean
  isGuest: boolean
}

export const findSignInFacts = (db: Db, user: string, subjects: readonly string[]) =>
  db.one(sql<SignInFacts>`
    select
      exists (select from kontor.authenticator_apps where user_id = u.id) as "hasApp",
      exists (select from kontor.passkeys where user_id = u.id) as "hasPasskey",
      exists (select from kontor.factor_groups
        where group_id = any(${subjects}::uuid[])) as "isFactorRequired",
      u.password_initial_until is not null as "isPasswordInitial",
      u.password_is_first as "isFirstPassword",
      u.is_emergency as "isEmergency",
      u.is_guest as "isGuest",
      not u.is_emergency and (select passwords <> 'everybody' from kontor.sign_in_policy)
        as "needsProvider"
    from kontor.users u where u.id = ${user}`)
