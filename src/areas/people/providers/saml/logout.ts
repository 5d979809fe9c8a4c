import { createVerify, randomBytes, type X509Certificate } from 'node:crypto'
import { inflateRawSync } from 'node:zlib'
import type { Element } from '@xmldom/xmldom'
import { escapeXml } from '../../../../lib/escape-xml.ts'
import type { Saml } from '../settings-operations.ts'
import { isAfter, isBefore, requireTrue, timeOf } from './assertion.ts'
import { ASSERTION, PROTOCOL, STATUS } from './names.ts'
import type { OwnKey } from './own-key.ts'
import { redirectUrl } from './request.ts'
import { childOf, childrenOf, isNamed, parse, textOf } from './xml.ts'

/** The NameID as the provider sent it: it is returned unchanged. */
export type NameId = {
  value: string
  format: string | null
  nameQualifier: string | null
  spNameQualifier: string | null
}

export function nameIdIn(assertion: Element): NameId | null {
  const subject = childOf(assertion, [ASSERTION, 'Subject'])
  const nameId = subject && childOf(subject, [ASSERTION, 'NameID'])
  const value = textOf(nameId)
  if (!nameId || value === '') return null
  return {
    value,
    format: nameId.getAttribute('Format'),
    nameQualifier: nameId.getAttribute('NameQualifier'),
    spNameQualifier: nameId.getAttribute('SPNameQualifier'),
  }
}

type Message = { own: OwnKey | undefined; now: Date }
type Leaving = Message & { nameId: NameId; session: string | null }

/** The URL that signs the person out at the provider; null if there is none. */
export function logoutUrl(connection: Saml, { nameId, session, own, now }: Leaving): string | null {
  if (!connection.signOutUrl) return null
  const index = session && `<samlp:SessionIndex>${escapeXml(session)}</samlp:SessionIndex>`
  const content = `${writeNameId(nameId)}${index ?? ''}`
  const xml = write('LogoutRequest', connection, { content, now })
  return redirectUrl(connection.signOutUrl, { SAMLRequest: xml }, own)
}

function writeNameId({ value, format, nameQualifier, spNameQualifier }: NameId): string {
  const attributes = {
    Format: format,
    NameQualifier: nameQualifier,
    SPNameQualifier: spNameQualifier,
  }
  const written = Object.entries(attributes)
    .filter(([, each]) => each)
    .map(([name, each]) => ` ${name}="${escapeXml(each ?? '')}"`)
  return `<saml:NameID${written.join('')}>${escapeXml(value)}</saml:NameID>`
}

/** The URL for the answer to the provider's request. */
export function answerUrl(
  connection: Saml,
  { request, own, now }: Message & { request: LogoutRequest },
): string | null {
  if (!connection.signOutUrl) return null
  const content = `<samlp:Status><samlp:StatusCode Value="${STATUS}Success"/></samlp:Status>`
  const answers = ` InResponseTo="${escapeXml(request.id)}"`
  const xml = write('LogoutResponse', connection, { content, now, attributes: answers })
  const { relayState } = request
  const more = relayState === undefined ? {} : { RelayState: relayState }
  return redirectUrl(connection.signOutUrl, { SAMLResponse: xml, ...more }, own)
}

type Written = { content: string; now: Date; attributes?: string }

const write = (
  name: string,
  { signOutUrl, audience }: Saml,
  { content, now, attributes = '' }: Written,
): string =>
  `<samlp:${name} xmlns:samlp="${PROTOCOL}" xmlns:saml="${ASSERTION}"` +
  ` ID="_${randomBytes(16).toString('hex')}" Version="2.0" IssueInstant="${now.toISOString()}"` +
  ` Destination="${escapeXml(signOutUrl ?? '')}"${attributes}>` +
  `<saml:Issuer>${escapeXml(audience)}</saml:Issuer>${content}</samlp:${name}>`

export type LogoutRequest = {
  id: string
  nameId: string
  /** The sessions at the provider that end; empty = all of the person. */
  sessions: string[]
  issuedAt: Date
  relayState: string | undefined
}

type Trusted = { certificates: readonly X509Certificate[]; address: string; now: Date }

const ALGORITHMS: Record<string, string> = {
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256': 'RSA-SHA256',
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha512': 'RSA-SHA512',
}
const LONGEST = 64 * 1024
/** Milliseconds after which a request is no longer accepted. */
const LASTS = 5 * 60_000

/** The person to sign out, from a signed query string (HTTP-Redirect). Throws the problem. */
export function readLogoutRequest(
  connection: Saml,
  query: string,
  { certificates, address, now }: Trusted,
): LogoutRequest {
  const parameters = readSignedQuery(query, certificates)
  const request = parse(unpack(parameters.SAMLRequest ?? ''))
  requireTrue(isNamed(request, [PROTOCOL, 'LogoutRequest']), 'this is no request to sign out')
  const is = (name: string, value: string) => request.getAttribute(name) === value
  requireTrue(is('Version', '2.0'), 'the request is of another version of SAML')
  requireTrue(is('Destination', address), `the request was not sent to ${address}`)
  const issuer = textOf(childOf(request, [ASSERTION, 'Issuer']))
  requireTrue(issuer === connection.issuer, 'the request is of another issuer')
  const issuedAt = timeOf(request, 'IssueInstant')
  requireTrue(
    isAfter(request, 'IssueInstant', now) &&
      isBefore(request, 'NotOnOrAfter', now) &&
      now.getTime() < issuedAt + LASTS,
    'the request has expired or is of a time to come',
  )
  const nameId = textOf(childOf(request, [ASSERTION, 'NameID']))
  const id = request.getAttribute('ID') ?? ''
  requireTrue(nameId !== '' && id !== '', 'the request does not say who signs out')
  const sessions = childrenOf(request, [PROTOCOL, 'SessionIndex']).map(textOf)
  const relayState = parameters.RelayState
  return { id, nameId, sessions, issuedAt: new Date(issuedAt), relayState }
}

const SIGNED = ['SAMLRequest', 'RelayState', 'SigAlg'] as const

/** The signature covers the raw text of these parameters, in this order, each once. */
function readSignedQuery(
  query: string,
  certificates: readonly X509Certificate[],
): Partial<Record<string, string>> {
  const pairs = query.split('&').map((pair) => [pair.split('=', 1)[0] ?? '', pair] as const)
  const parts = new Map(pairs)
  requireTrue(parts.size === pairs.length, 'the request has a parameter twice')
  const text = SIGNED.flatMap((name) => parts.get(name) ?? []).join('&')
  const values = Object.fromEntries(new URLSearchParams(query))
  const algorithm = ALGORITHMS[values.SigAlg ?? '']
  if (!algorithm || !values.Signature) {
    throw new Error('the request is not signed with RSA and SHA-256 or SHA-512')
  }
  const signature = Buffer.from(values.Signature, 'base64')
  const isSigned = certificates.some(({ publicKey }) =>
    createVerify(algorithm).update(text).verify(publicKey, signature),
  )
  requireTrue(isSigned, 'the signature is not accepted: another certificate signed it')
  return values
}

function unpack(text: string): string {
  try {
    const xml = inflateRawSync(Buffer.from(text, 'base64'), { maxOutputLength: LONGEST })
    return new TextDecoder('utf-8', { fatal: true }).decode(xml)
  } catch {
    throw new Error('the request cannot be unpacked')
  }
}
