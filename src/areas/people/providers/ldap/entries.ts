import type { Entry } from 'ldapts'
import { toStorable } from '../../../../lib/storable.ts'
import type { Profile } from '../profile.ts'
import type { Ldap } from '../settings-operations.ts'

export type DirectoryPerson = Profile & { isDisabled: boolean }

/** An entry with what the person is known by. */
export type KnownEntry = { entry: Entry; subject: string }

/** How Active Directory marks accounts: the second bit is that of disabled ones. */
const CONTROL = 'userAccountControl'
const DISABLED = 2

export const attributesOf = ({ group: _, ...attributes }: Ldap['attributes']): string[] => [
  ...new Set([...Object.values(attributes), CONTROL]),
]

/** An address of the directory is one that administrators entered; rules say whether that is enough. */
export function toPerson(
  { attributes }: Ldap,
  { entry, subject }: KnownEntry,
  groups: string[] | undefined,
): DirectoryPerson {
  const pick = (name: string) => textOf(entry[name])
  return {
    // The directory stays the same when its server has another name.
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

/** Undefined if an entry does not have it. Text as it is, and the bytes of an `objectGUID` in hexadecimal digits. */
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
