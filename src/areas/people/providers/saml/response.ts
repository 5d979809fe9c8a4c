import type { Element } from '@xmldom/xmldom'
import { type Proof, refuse } from '../profile.ts'
import type { Saml } from '../settings-operations.ts'
import { checkAssertion, type Expected, requireTrue } from './assertion.ts'
import { readCertificates } from './certificates.ts'
import { ASSERTION, PROTOCOL, SIGNATURE, STATUS } from './names.ts'
import { toProfile } from './profile.ts'
import { readSigned } from './signature.ts'
import { childOf, childrenOf, isNamed, listElements, parse, textOf } from './xml.ts'

/** Who somebody is by what a provider had the browser post. Throws what is wrong with it. */
export function readResponse(connection: Saml, query: string, expected: Expected): Proof {
  const xml = decode(new URLSearchParams(query).get('SAMLResponse') ?? '')
  const response = parse(xml)
  checkResponse(response, connection, expected)
  const certificates = readCertificates(connection)
  const assertion = readSigned(xml, findAssertion(response), certificates)
  // One around all of it is not needed; one that is wrong says that somebody was there.
  if (childOf(response, [SIGNATURE, 'Signature'])) readSigned(xml, response, certificates)
  const provenAt = checkAssertion(assertion, connection, expected)
  const [statement] = childrenOf(assertion, [ASSERTION, 'AuthnStatement'])
  return {
    profile: toProfile(assertion, connection),
    session: statement?.getAttribute('SessionIndex') ?? null,
    idToken: null,
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
 * Around the assertion nothing is signed: this refuses early and in words, and admits nobody. Anybody can send
 * such an answer, so what it says is not repeated to administrators.
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

/** As the specification calls them. */
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

/** The only one, where it belongs: no other, anywhere, for whoever signs to be mistaken about. */
function findAssertion(response: Element): Element {
  const all = listElements(response)
  requireTrue(
    !all.some((each) => isNamed(each, [ASSERTION, 'EncryptedAssertion'])),
    'the assertion is encrypted: turn that off at the provider',
  )
  const assertions = all.filter((each) => isNamed(each, [ASSERTION, 'Assertion']))
  const [assertion] = assertions
  if (!assertion) throw new Error('the answer has no assertion')
  requireTrue(
    assertions.length === 1 && assertion.parentNode === response,
    'the answer has assertions where none belong',
  )
  const signatures = all.filter((each) => isNamed(each, [SIGNATURE, 'Signature']))
  requireTrue(
    signatures.every(({ parentNode }) => parentNode === response || parentNode === assertion),
    'the answer has signatures where none belong',
  )
  const ids = all.flatMap((each) => each.getAttribute('ID') ?? [])
  requireTrue(new Set(ids).size === ids.length, 'the answer has an ID twice')
  return assertion
}
