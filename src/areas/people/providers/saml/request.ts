import { createSign } from 'node:crypto'
import { deflateRawSync } from 'node:zlib'
import { escapeXml } from '../../../../lib/escape-xml.ts'
import type { Attempt } from '../attempts.ts'
import type { Saml } from '../settings-operations.ts'
import { ASSERTION, METADATA, PERSISTENT, POST, PROTOCOL, REDIRECT, SIGNATURE } from './names.ts'
import type { OwnKey } from './own-key.ts'

/** Derived from the secret of the browser, like everything of an attempt, so that no other browser can know it. */
export const requestIdOf = ({ nonce }: Attempt): string => `_${nonce}`

type RequestOptions = {
  attempt: Attempt
  callback: string
  asksAgain: boolean
  now: Date
  /** Signs the request. */
  own: OwnKey | undefined
}

/** The URL with the request (HTTP-Redirect). */
export function requestUrl({ signInUrl, audience }: Saml, asked: RequestOptions): string {
  const { attempt, callback, asksAgain, now, own } = asked
  const request =
    `<samlp:AuthnRequest xmlns:samlp="${PROTOCOL}" xmlns:saml="${ASSERTION}"` +
    ` ID="${requestIdOf(attempt)}" Version="2.0" IssueInstant="${now.toISOString()}"` +
    ` Destination="${escapeXml(signInUrl)}" ProtocolBinding="${POST}"` +
    `${asksAgain ? ' ForceAuthn="true"' : ''}` +
    ` AssertionConsumerServiceURL="${escapeXml(callback)}">` +
    `<saml:Issuer>${escapeXml(audience)}</saml:Issuer></samlp:AuthnRequest>`
  return redirectUrl(signInUrl, { SAMLRequest: request, RelayState: attempt.state }, own)
}

type Parameters = { SAMLRequest?: string; SAMLResponse?: string; RelayState?: string }

/** A URL with a SAML message, signed if there is a key. */
export function redirectUrl(
  url: string,
  { RelayState, ...message }: Parameters,
  own: OwnKey | undefined,
): string {
  const packed = Object.entries(message).map(
    ([name, xml]) => [name, deflateRawSync(xml).toString('base64')] as const,
  )
  const parameters = {
    ...Object.fromEntries(packed),
    ...(RelayState !== undefined && { RelayState }),
  }
  return `${url}${url.includes('?') ? '&' : '?'}${signQuery(parameters, own)}`
}

const RSA_SHA256 = 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256'

/** The signature covers the exact text of these parameters, in this order. */
function signQuery(parameters: Record<string, string>, own: OwnKey | undefined): string {
  const all = { ...parameters, ...(own && { SigAlg: RSA_SHA256 }) }
  const text = Object.entries(all)
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join('&')
  if (!own) return text
  const signature = createSign('RSA-SHA256').update(text).sign(own.key, 'base64')
  return `${text}&Signature=${encodeURIComponent(signature)}`
}

type Addresses = { callback: string; signedOut: string }

/** What administrators enter at the provider. */
export const describe = (
  { audience, signOutUrl }: Saml,
  { callback, signedOut }: Addresses,
  own: OwnKey | undefined,
): string =>
  `<?xml version="1.0"?>
<EntityDescriptor xmlns="${METADATA}" entityID="${escapeXml(audience)}">
  <SPSSODescriptor AuthnRequestsSigned="${own !== undefined}" WantAssertionsSigned="true" protocolSupportEnumeration="${PROTOCOL}">
${own ? ['signing', 'encryption'].map((use) => describeKey(use, own)).join('') : ''}${signOutUrl ? `    <SingleLogoutService Binding="${REDIRECT}" Location="${escapeXml(signedOut)}"/>\n` : ''}    <NameIDFormat>${PERSISTENT}</NameIDFormat>
    <AssertionConsumerService Binding="${POST}" Location="${escapeXml(callback)}" index="0" isDefault="true"/>
  </SPSSODescriptor>
</EntityDescriptor>
`

const describeKey = (use: string, { certificate }: OwnKey): string =>
  `    <KeyDescriptor use="${use}"><KeyInfo xmlns="${SIGNATURE}"><X509Data><X509Certificate>${certificate.raw.toString('base64')}</X509Certificate></X509Data></KeyInfo></KeyDescriptor>
`
