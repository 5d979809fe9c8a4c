import { X509Certificate } from 'node:crypto'
import type { Element } from '@xmldom/xmldom'
import type { Saml } from '../settings-operations.ts'
import { requireTrue } from './assertion.ts'
import { isStrong, readMetadataCertificates } from './certificates.ts'
import { METADATA, SIGNATURE } from './names.ts'
import { readSigned } from './signature.ts'
import { childOf, childrenOf, isNamed, listElements, parse, textOf } from './xml.ts'

/** The signing certificates in the provider's metadata; if it must be signed, from the signed part only. */
export function readMetadata(xml: string, connection: Saml, now: Date): X509Certificate[] {
  const root = parse(xml)
  const trusted = readMetadataCertificates(connection)
  const entity = trusted ? readSigned(xml, root, trusted) : root
  requireTrue(isNamed(entity, [METADATA, 'EntityDescriptor']), 'it does not describe one provider')
  requireTrue(
    entity.getAttribute('entityID') === connection.issuer,
    `it describes another provider than ${connection.issuer}`,
  )
  const role = childOf(entity, [METADATA, 'IDPSSODescriptor'])
  if (!role) throw new Error('it does not describe a provider of identities')
  for (const each of [entity, role]) requireTrue(isValid(each, now), 'it has expired')
  const found = childrenOf(role, [METADATA, 'KeyDescriptor'])
    .filter((each) => each.getAttribute('use') !== 'encryption')
    .flatMap(listElements)
    .filter((each) => isNamed(each, [SIGNATURE, 'X509Certificate']))
    .flatMap(toCertificate)
  requireTrue(found.length > 0, 'it has no certificate with an RSA key of at least 2048 bits')
  return found
}

function isValid(element: Element, now: Date): boolean {
  const until = element.getAttribute('validUntil')
  return until === null || Date.parse(until) > now.getTime()
}

/** Other keys, such as elliptic curves, are not supported. */
function toCertificate(element: Element): X509Certificate[] {
  try {
    const certificate = new X509Certificate(Buffer.from(textOf(element), 'base64'))
    return isStrong(certificate) ? [certificate] : []
  } catch {
    return []
  }
}
