import type { Element } from '@xmldom/xmldom'
import type { Profile } from '../profile.ts'
import type { Saml } from '../settings-operations.ts'
import { type Attributes, attributesOf, isPlain } from './assertion.ts'
import { ASSERTION, PERSISTENT, UNSPECIFIED } from './names.ts'
import { childOf, textOf } from './xml.ts'

/** How Entra ID reports that a person is in more groups than it sends. */
const GROUPS_ELSEWHERE = 'http://schemas.microsoft.com/claims/groups.link'

/** The person of a verified assertion. SAML does not report whether an address is verified. */
export function toProfile(assertion: Element, { issuer, attributes }: Saml): Profile {
  const said = attributesOf(assertion)
  const pick = (name: string) => said.get(name)?.[0]
  const subject =
    attributes.subject === null ? nameIdOf(assertion) : subjectIn(said, attributes.subject)
  return {
    issuer,
    subject,
    externalId: attributes.externalId ? onlyOne(said, attributes.externalId) : subject,
    login: pick(attributes.login),
    email: pick(attributes.email),
    isEmailVerified: false,
    firstName: pick(attributes.firstName) ?? '',
    lastName: pick(attributes.lastName) ?? '',
    groups:
      said.get(attributes.groups)?.filter(isPlain) ?? (said.has(GROUPS_ELSEWHERE) ? undefined : []),
  }
}

/** Addresses are reassigned to other people, whatever their format, and transient ids change with every sign-in. */
function nameIdOf(assertion: Element): string {
  const subject = childOf(assertion, [ASSERTION, 'Subject'])
  const nameId = subject && childOf(subject, [ASSERTION, 'NameID'])
  const format = nameId?.getAttribute('Format') || UNSPECIFIED
  if (format !== PERSISTENT && format !== UNSPECIFIED) {
    throw new Error(`people are not known by a NameID of the format ${format}`)
  }
  const name = required(textOf(nameId), 'NameID')
  if (name.includes('@')) throw new Error('people are not known by a NameID that is an address')
  return name
}

function onlyOne(said: Attributes, name: string): string | undefined {
  const [value = '', another] = said.get(name) ?? []
  return another === undefined && isPlain(value) ? value : undefined
}

function subjectIn(said: Attributes, name: string): string {
  const [value = '', another] = said.get(name) ?? []
  if (another !== undefined) throw new Error(`the attribute "${name}" has several values`)
  return required(value, `attribute "${name}"`)
}

function required(text: string, what: string): string {
  if (!isPlain(text)) throw new Error(`the assertion has no usable ${what}`)
  return text
}
