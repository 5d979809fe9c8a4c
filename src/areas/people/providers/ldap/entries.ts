import type { Entry } from 'ldapts'
import { toStorable } from '../../../../lib/storable.ts'
import type { Profile } from '../profile.ts'
import type { Ldap } from '../settings-operations.ts'

export type DirectoryPerson = Profile & { isDisabled: boolean }

/** An entry with its subject. */
export type KnownEntry = { entry: Entry; subject: string }

/** Account flags of Active Directory: the second bit means disabled. */
const CONTROL = 'userAccountControl'
const DISABLED = 2

export const attributesOf = ({ group: _, ...attributes }: Ldap['attributes']): string[] => [
  ...new Set([...Object.values(attributes), CONTROL]),
]

/** Addresses of a directory were entered by administrators; rules decide whether that is enough. */
export function toPerson(
  { attributes }: Ldap,
  { entry, subject }: KnownEntry,
  groups: string[] | undefined,
): DirectoryPerson {
  const pick = (name: string) => textOf(entry[name])
  return {
    // The directory stays the same if its server is renamed.
    issuer: 'directory',
    subject,
    externalId: subject,
    login: pick(attributes.login),
    email: pick(attributes.email),
    isEmailVerified: false,
    firstName: pick(attributes.firstName) ?? '',
    lastName: pick(attributes.lastName) ?? '',
    groups,
    isDisabled: (Number(pick(CONTROL) ?? 0) & DISABLED) !== 0,
  }
}

/** Undefined if the attribute is missing. Text as it is, the bytes of `objectGUID` as hexadecimal digits. */
export function subjectOf({ attributes }: Ldap, entry: Entry): string | undefined {
  const value = [entry[attributes.subject] ?? []].flat()[0]
  if (value === undefined || value.length === 0) return undefined
  if (typeof value === 'string') return value
  const text = value.toString('utf8')
  return /^[\x20-\x7e]+$/.test(text) ? text : value.toString('hex')
}

function textOf(value: Entry[string] | undefined): string | undefined {
  const first = [value ?? []].flat()[0]
  const text = first === undefined ? '' : toStorable(String(first).trim().slice(0, 1000))
  return text === '' ? undefined : text
}
