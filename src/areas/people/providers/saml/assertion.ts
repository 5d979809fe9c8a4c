import type { Element } from '@xmldom/xmldom'
import { isStorable } from '../../../../lib/storable.ts'
import type { Saml } from '../settings-operations.ts'
import { ASSERTION, BEARER } from './names.ts'
import { childOf, childrenOf, elementsOf, textOf } from './xml.ts'

/** The request that an answer must belong to. */
export type Expected = { request: string; callback: string; now: Date }

/** Seconds by which the clock of a provider may differ. */
const SKEW = 60

export const requireTrue = (isTrue: boolean, problem: string): void => {
  if (!isTrue) throw new Error(problem)
}

/**
 * Throws unless a signed assertion is from this provider, for this server, valid now, and for this request.
 * Returns when the provider last authenticated the person, which may be long ago.
 */
export function checkAssertion(assertion: Element, connection: Saml, expected: Expected): Date {
  requireTrue(
    assertion.getAttribute('Version') === '2.0',
    'the assertion is of another version of SAML',
  )
  const issuer = textOf(childOf(assertion, [ASSERTION, 'Issuer']))
  requireTrue(issuer === connection.issuer, `the assertion is of another issuer: ${issuer}`)
  checkConditions(assertion, connection, expected.now)
  checkConfirmation(assertion, expected)
  const statements = childrenOf(assertion, [ASSERTION, 'AuthnStatement'])
  requireTrue(statements.length > 0, 'the assertion does not say that somebody signed in')
  for (const each of statements) {
    requireTrue(isBefore(each, 'SessionNotOnOrAfter', expected.now), 'the sign-in has expired')
    requireTrue(
      each.hasAttribute('AuthnInstant') && isAfter(each, 'AuthnInstant', expected.now),
      'the assertion does not say when somebody signed in, or a time to come',
    )
  }
  return new Date(Math.min(...statements.map((each) => timeOf(each, 'AuthnInstant'))))
}

const KNOWN_CONDITIONS = ['AudienceRestriction', 'OneTimeUse', 'ProxyRestriction']

function checkConditions(assertion: Element, { audience }: Saml, now: Date): void {
  const conditions = childOf(assertion, [ASSERTION, 'Conditions'])
  if (!conditions) throw new Error('the assertion does not say for whom it is')
  requireTrue(isAfter(conditions, 'NotBefore', now), 'the assertion is not valid yet')
  requireTrue(isBefore(conditions, 'NotOnOrAfter', now), 'the assertion has expired')
  const unknown = elementsOf(conditions).find(
    ({ localName }) => !KNOWN_CONDITIONS.includes(localName ?? ''),
  )
  requireTrue(!unknown, `the assertion has the condition ${unknown?.localName}`)
  const restrictions = childrenOf(conditions, [ASSERTION, 'AudienceRestriction'])
  const isFor = (restriction: Element) =>
    childrenOf(restriction, [ASSERTION, 'Audience']).some((each) => textOf(each) === audience)
  requireTrue(
    restrictions.length > 0 && restrictions.every(isFor),
    `the assertion is for another audience: ${textOf(restrictions[0])}`,
  )
}

/** Bearer confirmation: the assertion must be presented here, in time, and for the request of this browser. */
function checkConfirmation(assertion: Element, { request, callback, now }: Expected): void {
  const subject = childOf(assertion, [ASSERTION, 'Subject'])
  const confirmations = subject ? childrenOf(subject, [ASSERTION, 'SubjectConfirmation']) : []
  const data = confirmations
    .filter((each) => each.getAttribute('Method') === BEARER)
    .flatMap((each) => childOf(each, [ASSERTION, 'SubjectConfirmationData']) ?? [])
  requireTrue(data.length > 0, 'the assertion does not say who may bring it')
  for (const each of data) {
    const recipient = each.getAttribute('Recipient')
    requireTrue(recipient === callback, `the assertion is for another recipient: ${recipient}`)
    requireTrue(
      each.getAttribute('InResponseTo') === request,
      'the assertion answers another request',
    )
    requireTrue(
      each.hasAttribute('NotOnOrAfter') && isBefore(each, 'NotOnOrAfter', now),
      'the time to bring the assertion is over',
    )
    requireTrue(isAfter(each, 'NotBefore', now), 'the assertion is not valid yet')
  }
}

export const isBefore = (element: Element, limit: string, now: Date): boolean =>
  !element.hasAttribute(limit) || now.getTime() < timeOf(element, limit) + SKEW * 1000

export const isAfter = (element: Element, limit: string, now: Date): boolean =>
  !element.hasAttribute(limit) || now.getTime() >= timeOf(element, limit) - SKEW * 1000

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/

export function timeOf(element: Element, name: string): number {
  const text = element.getAttribute(name) ?? ''
  const time = TIME.test(text) ? Date.parse(text) : Number.NaN
  requireTrue(!Number.isNaN(time), `${name} is no time`)
  return time
}

export type Attributes = ReadonlyMap<string, readonly string[]>

export function attributesOf(assertion: Element): Attributes {
  const found = new Map<string, string[]>()
  for (const statement of childrenOf(assertion, [ASSERTION, 'AttributeStatement'])) {
    for (const attribute of childrenOf(statement, [ASSERTION, 'Attribute'])) {
      const name = attribute.getAttribute('Name') ?? ''
      const values = childrenOf(attribute, [ASSERTION, 'AttributeValue']).map(textOf)
      found.set(name, [...(found.get(name) ?? []), ...values.filter(isUsable)])
    }
  }
  return found
}

/** The length of the column; truncating could make two people the same. */
const isUsable = (text: string): boolean => text !== '' && text.length <= 1000 && isStorable(text)

/** Whether an identifier contains no invisible characters that would distinguish it from another. */
export const isPlain = (text: string): boolean => isUsable(text) && !/^\s|\s$|\p{C}/u.test(text)
