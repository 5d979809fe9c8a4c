import { deflateRawSync } from 'node:zlib'
import { escapeXml } from '../../../../lib/escape-xml.ts'
import type { Attempt } from '../attempts.ts'
import type { Saml } from '../settings-operations.ts'
import { ASSERTION, METADATA, PERSISTENT, POST, PROTOCOL } from './names.ts'

/** Derived from the secret of the browser, as everything of an attempt is: no other browser can know it. */
export const requestIdOf = ({ nonce }: Attempt): string => `_${nonce}`

type Asked = { attempt: Attempt; callback: string; asksAgain: boolean; now: Date }

/** Where the browser goes: the request is in the address (HTTP-Redirect). */
export function requestUrl({ signInUrl, audience }: Saml, asked: Asked): string {
  const { attempt, callback, asksAgain, now } = asked
  const request =
    `<samlp:AuthnRequest xmlns:samlp="${PROTOCOL}" xmlns:saml="${ASSERTION}"` +
    ` ID="${requestIdOf(attempt)}" Version="2.0" IssueInstant="${now.toISOString()}"` +
    ` Destination="${escapeXml(signInUrl)}" ProtocolBinding="${POST}"` +
    `${asksAgain ? ' ForceAuthn="true"' : ''}` +
    ` AssertionConsumerServiceURL="${escapeXml(callback)}">` +
    `<saml:Issuer>${escapeXml(audience)}</saml:Issuer></samlp:AuthnRequest>`
  const url = new URL(signInUrl)
  url.searchParams.set('SAMLRequest', deflateRawSync(request).toString('base64'))
  url.searchParams.set('RelayState', attempt.state)
  return url.href
}

/** What administrators give to the provider. */
export const describe = ({ audience }: Saml, callback: string): string =>
  `<?xml version="1.0"?>
<EntityDescriptor xmlns="${METADATA}" entityID="${escapeXml(audience)}">
  <SPSSODescriptor AuthnRequestsSigned="false" WantAssertionsSigned="true" protocolSupportEnumeration="${PROTOCOL}">
    <NameIDFormat>${PERSISTENT}</NameIDFormat>
    <AssertionConsumerService Binding="${POST}" Location="${escapeXml(callback)}" index="0" isDefault="true"/>
  </SPSSODescriptor>
</EntityDescriptor>
`
