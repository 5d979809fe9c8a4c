import { conflict, invalid } from '../../../lib/errors.ts'
import type { Context } from '../../../platform/context.ts'
import { findAccount } from '../../access/service.ts'
import { lockMemberships, requireAdministrator } from '../groups/membership.ts'
import type { Policy } from './policy-operations.ts'
import * as store from './store/policy.ts'
import { hasEnabled } from './store/providers.ts'

export const getPolicy = (ctx: Context): Promise<Policy> => store.findPolicy(ctx.db)

/** Somebody must still be able to sign in with a password. */
export async function savePolicy(ctx: Context, wanted: Policy): Promise<Policy> {
  await lockMemberships(ctx)
  await store.lockPolicy(ctx.db)
  for (const id of wanted.emergencyAccounts) await checkEmergency(ctx, id)
  const before = await store.findPolicy(ctx.db)
  await store.savePolicy(ctx.db, wanted)
  const saved = await store.findPolicy(ctx.db)
  if (saved.passwords === 'emergency' && !(await hasEnabled(ctx.db))) {
    throw conflict('no provider is enabled: nobody could sign in')
  }
  await requireAdministrator(ctx)
  if (JSON.stringify(before) !== JSON.stringify(saved)) {
    await ctx.emit({ type: 'sign_in.policy_changed', object: 'sign_in_policy:all', data: saved })
  }
  return saved
}

async function checkEmergency(ctx: Context, id: string): Promise<void> {
  const account = await findAccount(ctx, id)
  if (!account?.isAdministrator) {
    throw invalid('field "emergencyAccounts": expected administrators who are not blocked')
  }
  // An initial password expires, and the last way in with it.
  if (await store.hasInitialPassword(ctx.db, id)) {
    throw invalid(
      `field "emergencyAccounts": the password of "${account.login}" is an initial one: sign in once and choose your own password first`,
    )
  }
}
