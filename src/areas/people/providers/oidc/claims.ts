import { toStorable } from '../../../../lib/storable.ts'
import { type Profile, refuse } from '../profile.ts'
import type { Oidc } from '../settings-operations.ts'

export type Claims = Readonly<Record<string, unknown>>

/**
 * The person of an ID token, completed by the user info endpoint. An address and whether it is verified are taken
 * from the same source.
 */
export function toProfile(connection: Oidc, said: Claims, more: Claims): Profile {
  const { email, email_verified, xms_edov } = said.email === undefined ? more : said
  const pick = (name: string) => textOf(said[name]) ?? textOf(more[name])
  const firstName = pick('given_name')
  const lastName = pick('family_name')
  const isNamed = firstName !== undefined || lastName !== undefined
  return {
    issuer: textOf(said.iss) ?? '',
    subject: subjectOf(connection, said),
    externalId: externalIdOf(connection, said, more),
    login: pick('preferred_username'),
    email: textOf(email),
    isEmailVerified: email_verified === true || isDomainOwner(xms_edov),
    firstName: firstName ?? '',
    lastName: isNamed ? (lastName ?? '') : (pick('name') ?? ''),
    groups: groupsIn(connection, said) ?? groupsIn(connection, more) ?? groupsLeftOut(said, more),
  }
}

/** Entra ID uses another `sub` per application: tenant and object stay the same. */
function subjectOf({ subject }: Oidc, said: Claims): string {
  if (subject === 'sub') return String(said.sub)
  const [tenant, object] = [textOf(said.tid), textOf(said.oid)]
  if (!tenant || !object) {
    throw refuse('provider_failed', new Error('the ID token has no "tid" or no "oid"'))
  }
  return `${tenant}/${object}`
}

/** Compared as it is: what would be cut off could be what tells two people apart. */
function externalIdOf(
  { subject, externalIdClaim }: Oidc,
  said: Claims,
  more: Claims,
): string | undefined {
  const name = externalIdClaim ?? (subject === 'entra' ? 'oid' : 'sub')
  const value = said[name] ?? more[name]
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** How Entra ID reports that the domain of an address belongs to the company. */
const isDomainOwner = (claim: unknown): boolean => [true, 1, '1', 'true'].includes(claim as string)

/** Many providers omit the claim for people in no group; Entra ID reports if there are too many for a token. */
function groupsLeftOut(said: Claims, more: Claims): [] | undefined {
  const isOverage = ({ _claim_names: names, hasgroups }: Claims) =>
    hasgroups === true || hasgroups === 'true' || Object.hasOwn(Object(names), 'groups')
  return [said, more].some(isOverage) ? undefined : []
}

function groupsIn({ groupsClaim }: Oidc, claims: Claims): string[] | undefined {
  const found = claims[groupsClaim]
  if (typeof found === 'string') return [found]
  if (!Array.isArray(found)) return undefined
  return found.filter((each) => typeof each === 'string')
}

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value.trim() !== ''
    ? toStorable(value.trim().slice(0, 1000))
    : undefined
