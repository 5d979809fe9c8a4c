import { X509Certificate } from 'node:crypto'
import { invalid } from '../../../../lib/errors.ts'
import type { Saml } from '../settings-operations.ts'

const PEM = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g
const SHORTEST_KEY = 2048

/**
 * The pinned certificates: several, so that a new one can be added before the old one is removed. Empty if they
 * are in the provider's metadata.
 */
export function readCertificates({ certificates, metadataUrl }: Saml): X509Certificate[] {
  if (certificates === '' && metadataUrl) return []
  return readPem(certificates, 'certificates')
}

/** Certificates with which the provider signs its metadata; undefined if it need not be signed. */
export const readMetadataCertificates = ({
  metadataCertificates: text,
}: Saml): X509Certificate[] | undefined =>
  text ? readPem(text, 'metadataCertificates') : undefined

function readPem(text: string, field: string): X509Certificate[] {
  const wrong = (problem: string) => invalid(`field "connection.${field}": ${problem}`)
  const found = (text.match(PEM) ?? []).map((pem) => toCertificate(pem, wrong))
  if (found.length === 0) throw wrong('expected certificates as PEM')
  return found
}

function toCertificate(pem: string, wrong: (problem: string) => Error): X509Certificate {
  const certificate = read(pem)
  if (!certificate) throw wrong('expected certificates as PEM')
  if (isStrong(certificate)) return certificate
  throw wrong(`expected a certificate with an RSA key of at least ${SHORTEST_KEY} bits`)
}

export function isStrong({ publicKey }: X509Certificate): boolean {
  const { asymmetricKeyType: type, asymmetricKeyDetails: details } = publicKey
  return type === 'rsa' && (details?.modulusLength ?? 0) >= SHORTEST_KEY
}

function read(pem: string): X509Certificate | undefined {
  try {
    return new X509Certificate(pem)
  } catch {
    return undefined
  }
}
