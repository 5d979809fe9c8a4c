import type { X509Certificate } from 'node:crypto'
import type { Element } from '@xmldom/xmldom'
import { type Proof, refuse } from '../profile.ts'
import type { Saml } from '../settings-operations.ts'
import { checkAssertion, type Expected, requireTrue } from './assertion.ts'
import { decrypt } from './decryption.ts'
import { nameIdIn } from './logout.ts'
import { ASSERTION, PROTOCOL, SIGNATURE, STATUS } from './names.ts'
import type { OwnKey } from './own-key.ts'
import { toProfile } from './profile.ts'
import { readSigned } from './signature.ts'
import { childOf, childrenOf, isNamed, listElements, parse, textOf } from './xml.ts'

export type Trusted = {
  connection: Saml
  certificates: readonly X509Certificate[]
  own: OwnKey | undefined
}

/** The person of a posted SAML response. Throws the problem. */
export function readResponse(
  { connection, certificates, own }: Trusted,
  query: string,
  expected: Expected,
): Proof {
  const xml = decode(new URLSearchParams(query).get('SAMLResponse') ?? '')
  const response = parse(xml)
  checkResponse(response, connection, expected)
  const carried = findAssertion(xml, response, own)
  const assertion = readSigned(carried.xml, carried.element, certificates)
  // A signature around the whole response is optional, but a wrong one means manipulation.
  if (childOf(response, [SIGNATURE, 'Signature'])) readSigned(xml, response, certificates)
  const provenAt = checkAssertion(assertion, connection, expected)
  const [statement] = childrenOf(assertion, [ASSERTION, 'AuthnStatement'])
  return {
    profile: toProfile(assertion, connection),
    session: statement?.getAttribute('SessionIndex') ?? null,
    idToken: null,
    nameId: nameIdIn(assertion),
    provenAt,
  }
}

function decode(text: string): string {
  const packed = text.replace(/\s/g, '')
  requireTrue(/^[A-Za-z0-9+/]+=*$/.test(packed), 'there is no answer of SAML')
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(packed, 'base64'))
  } catch {
    throw new Error('the answer is not UTF-8')
  }
}

/**
 * Checks the unsigned response around the assertion, to refuse early with a message; it admits nobody. Anybody can
 * send it, so its content is not repeated to administrators.
 */
function checkResponse(response: Element, { issuer }: Saml, expected: Expected): void {
  requireTrue(isNamed(response, [PROTOCOL, 'Response']), 'this is no answer to a sign-in')
  requireTrue(
    response.getAttribute('InResponseTo') === expected.request,
    'the answer is to another request',
  )
  requireTrue(
    response.getAttribute('Destination') === expected.callback,
    `the answer was not sent to ${expected.callback}`,
  )
  const by = childOf(response, [ASSERTION, 'Issuer'])
  requireTrue(!by || textOf(by) === issuer, `the answer is of another issuer than ${issuer}`)
  checkStatus(response)
}

/** Status codes of the specification. */
const STATUSES = [
  ...['Success', 'Requester', 'Responder', 'VersionMismatch', 'AuthnFailed'],
  ...['InvalidAttrNameOrValue', 'InvalidNameIDPolicy', 'NoAuthnContext', 'NoAvailableIDP'],
  ...['NoPassive', 'NoSupportedIDP', 'PartialLogout', 'ProxyCountExceeded', 'RequestDenied'],
  ...['RequestUnsupported', 'RequestVersionDeprecated', 'RequestVersionTooHigh'],
  ...['RequestVersionTooLow', 'ResourceNotRecognized', 'TooManyResponses'],
  ...['UnknownAttrProfile', 'UnknownPrincipal', 'UnsupportedBinding'],
]

function checkStatus(response: Element): void {
  const status = childOf(response, [PROTOCOL, 'Status'])
  const code = status && childOf(status, [PROTOCOL, 'StatusCode'])
  if (code?.getAttribute('Value') === `${STATUS}Success`) return
  const more = code && childOf(code, [PROTOCOL, 'StatusCode'])
  const said = [code, more].flatMap(
    (each) => STATUSES.find((name) => each?.getAttribute('Value') === STATUS + name) ?? [],
  )
  const words = said.join(': ') || 'with a status that is not known'
  throw refuse('provider_refused', new Error(`the provider answered ${words}`))
}

type Carried = { xml: string; element: Element }

/**
 * The only assertion, at its place: there must be no other anywhere, so that the verified one cannot be confused
 * with another.
 */
function findAssertion(xml: string, response: Element, own: OwnKey | undefined): Carried {
  const all = listElements(response)
  const encrypted = all.filter((each) => isNamed(each, [ASSERTION, 'EncryptedAssertion']))
  const assertions = all.filter((each) => isNamed(each, [ASSERTION, 'Assertion']))
  const [element] = [...encrypted, ...assertions]
  if (!element) throw new Error('the answer has no assertion')
  requireTrue(
    encrypted.length + assertions.length === 1 && element.parentNode === response,
    'the answer has assertions where none belong',
  )
  requireOrder(all, [response, ...assertions])
  return encrypted.length > 0 ? openAssertion(element, own) : { xml, element }
}

/** A decrypted assertion is a document of its own: nothing around it is read. */
function openAssertion(encrypted: Element, own: OwnKey | undefined): Carried {
  if (!own) {
    throw new Error(
      'the assertion is encrypted: give this provider a key in Kontor, or turn that off there',
    )
  }
  const xml = decrypt(encrypted, own.key)
  const element = parse(xml)
  const all = listElements(element)
  const assertions = all.filter((each) => isNamed(each, [ASSERTION, 'Assertion']))
  requireTrue(
    assertions.length === 1 && assertions[0] === element,
    'what was encrypted is not one assertion',
  )
  requireOrder(all, [element])
  return { xml, element }
}

/** Signatures occur in these elements only, and ids are unique. */
function requireOrder(all: readonly Element[], signed: readonly Element[]): void {
  const signatures = all.filter((each) => isNamed(each, [SIGNATURE, 'Signature']))
  requireTrue(
    signatures.every(({ parentNode }) => signed.some((each) => each === parentNode)),
    'the answer has signatures where none belong',
  )
  const ids = all.flatMap((each) => each.getAttribute('ID') ?? [])
  requireTrue(new Set(ids).size === ids.length, 'the answer has an ID twice')
}
