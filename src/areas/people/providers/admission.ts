import { AppError } from '../../../lib/errors.ts'
import { newId } from '../../../lib/ids.ts'
import type { SignInRefusal } from '../../../lib/sign-in-refusals.ts'
import type { Context } from '../../../platform/context.ts'
import { isAddressNew, newSince } from '../../access/addresses/service.ts'
import { createUser, findAccount } from '../../access/service.ts'
import { lockMemberships } from '../groups/membership.ts'
import { PersonChanges } from '../users/operations.ts'
import { makeMember } from '../users/service.ts'
import { syncMemberships } from './groups.ts'
import { nameOf, type Profile, refuse } from './profile.ts'
import * as store from './store/identities.ts'
import type { ProviderRow } from './store/providers.ts'

type Admitted = { user: string; identity: string }

/** Finds the account of an identity: a linked one, one with the verified address, or a new one. */
export async function findOrAdmit(
  ctx: Context,
  provider: ProviderRow,
  profile: Profile,
): Promise<Admitted> {
  const admitted =
    (await findLinked(ctx, provider, profile)) ?? (await link(ctx, provider, profile))
  await syncMemberships(ctx, provider.id, admitted.user, profile.groups)
  await store.saveSignIn(ctx.db, admitted.identity, { name: nameOf(profile), now: ctx.now() })
  return admitted
}

/** Links an account of the provider to the signed-in user. */
export async function linkByPerson(
  ctx: Context,
  provider: ProviderRow,
  { profile, user }: { profile: Profile; user: string },
): Promise<void> {
  await lockMemberships(ctx)
  const known = await store.findIdentity(ctx.db, keyOf(provider, profile))
  if (known && known.user_id !== user) throw refuse('linked_elsewhere')
  if (!known) await insert(ctx, provider, { profile, user, by: 'person' })
  await syncMemberships(ctx, provider.id, user, profile.groups)
}

const keyOf = ({ id }: ProviderRow, { issuer, subject }: Profile): store.Key => ({
  provider_id: id,
  issuer,
  subject,
})

async function findLinked(
  ctx: Context,
  provider: ProviderRow,
  profile: Profile,
): Promise<Admitted | undefined> {
  const known = await store.findIdentity(ctx.db, keyOf(provider, profile))
  if (!known) return undefined
  if (!(await findAccount(ctx, known.user_id))) throw refuse('blocked')
  return { user: known.user_id, identity: known.id }
}

/** Serialized, so that two concurrent first sign-ins create one account. */
async function link(ctx: Context, provider: ProviderRow, profile: Profile): Promise<Admitted> {
  await lockMemberships(ctx)
  const meanwhile = await findLinked(ctx, provider, profile)
  if (meanwhile) return meanwhile
  const provisioned = await findByExternalId(ctx, provider, profile)
  if (provisioned) return insert(ctx, provider, { profile, user: provisioned, by: 'externalId' })
  const found = await findByEmail(ctx, provider, profile)
  if (found) return insert(ctx, provider, { profile, user: found, by: 'email' })
  const user = await create(ctx, provider, profile)
  return insert(ctx, provider, { profile, user, by: 'creation' })
}

/**
 * An account provisioned by SCIM. A changed id must age like a changed address: otherwise the holder of the token
 * could sign in as that person.
 */
async function findByExternalId(
  ctx: Context,
  { id, rules }: ProviderRow,
  { externalId }: Profile,
): Promise<string | undefined> {
  if (!rules.linksByExternalId || externalId === undefined) return undefined
  const [one, another] = await store.listByExternalId(ctx.db, id, externalId)
  if (!one) return undefined
  if (another) throw refuse('ambiguous_external_id')
  if (one.isLinked) throw refuse('linked_otherwise')
  if (one.changed_at && one.changed_at > newSince(ctx)) throw refuse('new_external_id')
  return requireLinkable(ctx, one.id)
}

async function findByEmail(
  ctx: Context,
  { rules }: ProviderRow,
  profile: Profile,
): Promise<string | undefined> {
  if (!rules.linksByEmail || !profile.email) return undefined
  const [one, another] = await store.listByEmail(ctx.db, profile.email)
  if (!one) return undefined
  requireTrusted(profile, rules)
  if (another) throw refuse('ambiguous_email')
  if (await isAddressNew(ctx, one.id)) throw refuse('new_email')
  return requireLinkable(ctx, one.id)
}

/** Never administrators: whoever controls an address or an id at the provider would become one. */
async function requireLinkable(ctx: Context, id: string): Promise<string> {
  const account = await findAccount(ctx, id)
  if (!account) throw refuse('blocked')
  // Invited as a guest before their first sign-in: the company confirms that they are a member.
  if (account.isGuest) await makeMember(ctx, account.id)
  if ((await findAccount(ctx, account.id))?.isAdministrator) throw refuse('administrator_by_hand')
  return account.id
}

/** Why an address is not accepted; undefined if it is. */
function doubtOf(
  { email, isEmailVerified }: Profile,
  rules: ProviderRow['rules'],
): SignInRefusal | undefined {
  if (!email) return 'no_email'
  if (!(isEmailVerified || rules.trustsEmail)) return 'unverified_email'
  const domain = email.slice(email.lastIndexOf('@') + 1).toLowerCase()
  return rules.domains.includes(domain) ? undefined : 'foreign_domain'
}

function requireTrusted(profile: Profile, rules: ProviderRow['rules']): void {
  const doubt = doubtOf(profile, rules)
  if (doubt) throw refuse(doubt)
}

/** A new account has only the rights of everybody and of its groups. */
async function create(ctx: Context, { rules }: ProviderRow, profile: Profile): Promise<string> {
  if (rules.newUsers === 'off') throw refuse('no_account')
  if (rules.newUsers === 'domains') requireTrusted(profile, rules)
  if (rules.newUsers === 'group' && !profile.groups?.includes(rules.requiredGroup ?? '')) {
    throw refuse('not_in_group')
  }
  const { login, email: said = '', firstName = '', lastName = '' } = personOf(profile)
  if (!login) throw refuse('no_account')
  // Links for forgotten passwords go to it, and other providers find accounts by it.
  const email = doubtOf(profile, rules) ? '' : said
  const person = { login, email, firstName, lastName }
  const account = await createUser(ctx, person).catch((error: unknown) => {
    const isTaken = error instanceof AppError && error.code === 'conflict'
    throw isTaken ? refuse('login_taken', error) : error
  })
  return account.id
}

/** Values that do not fit are omitted. */
function personOf(profile: Profile): PersonChanges {
  const wanted = {
    login: profile.login ?? profile.email,
    email: profile.email,
    firstName: profile.firstName,
    lastName: profile.lastName,
  }
  const fits = Object.entries(wanted).filter(
    ([name, value]) => PersonChanges.safeParse({ [name]: value }).success,
  )
  return PersonChanges.parse(Object.fromEntries(fits))
}

async function insert(
  ctx: Context,
  provider: ProviderRow,
  { profile, user, by }: { profile: Profile; user: string; by: store.LinkedBy },
): Promise<Admitted> {
  const identity = newId()
  const name = nameOf(profile)
  await store.insertIdentity(ctx.db, {
    id: identity,
    ...keyOf(provider, profile),
    user_id: user,
    name,
    linked_by: by === 'externalId' ? 'creation' : by,
    linked_at: ctx.now(),
    last_sign_in_at: null,
    external_id: by === 'externalId' ? (profile.externalId ?? null) : null,
  })
  await ctx.emit({
    type: 'user.identity_linked',
    object: `user:${user}`,
    data: { provider: provider.code, name, by },
  })
  return { user, identity }
}
