import { forbidden } from '../../../lib/errors.ts'
import { ALL_USERS } from '../../../lib/ids.ts'
import type { Context } from '../../../platform/context.ts'
import * as store from './store/reach.ts'

/** Which accounts the caller may change: by the reach of a token; a browser session belongs to an administrator. */
const reachOf = ({ user: { credential } }: Context) =>
  credential.kind === 'token' ? (credential.reach ?? 'own') : 'everybody'

const HOW = 'an administrator can allow it with another token'

/** A provisioning token changes only people it provisions, and no administrators: its holder could sign in as them. */
export async function requireReach(ctx: Context, users: readonly string[]): Promise<void> {
  const reach = reachOf(ctx)
  if (reach === 'everybody' || users.length === 0) return
  const beyond = await store.findBeyond(ctx.db, users, { isOwnOnly: reach === 'own' })
  if (!beyond) return
  const reason = beyond.isAdministrator
    ? 'is an administrator, whom this token may not change (its reach would have to be "everybody")'
    : 'was not created by provisioning, so this token may not change them (its reach would have to be "people")'
  throw forbidden(`"${beyond.login}" ${reason}: ${HOW}`)
}

/** A new user joins the default groups and "all users". */
export async function requireOrdinary(ctx: Context, user: string): Promise<void> {
  if (reachOf(ctx) === 'everybody') return
  if (!(await store.isOfAdministrators(ctx.db, [user, ALL_USERS]))) return
  throw forbidden(
    `whoever is new is an administrator here, through a default group, so this token may not create people (its reach would have to be "everybody"): ${HOW}`,
  )
}

/** Members of this group would be administrators. */
export async function requireGroupReach(ctx: Context, group: string): Promise<void> {
  if (reachOf(ctx) === 'everybody' || !(await store.isOfAdministrators(ctx.db, [group]))) return
  throw forbidden(
    `the members of this group are administrators, whom this token may not change (its reach would have to be "everybody"): ${HOW}`,
  )
}
