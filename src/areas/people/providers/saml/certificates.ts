import { X509Certificate } from 'node:crypto'
import { invalid } from '../../../../lib/errors.ts'
import type { Saml } from '../settings-operations.ts'

const PEM = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g
const SHORTEST_KEY = 2048

/** The certificates that are pinned: several, so that a new one can be added before the old one goes. */
export function readCertificates({ certificates }: Saml): X509Certificate[] {
  const found = (certificates.match(PEM) ?? []).map(toCertificate)
  if (found.length === 0) throw wrong('expected certificates as PEM')
  return found
}

function toCertificate(pem: string): X509Certificate {
  const certificate = read(pem)
  const { asymmetricKeyType: type, asymmetricKeyDetails: details } = certificate.publicKey
  if (type !== 'rsa' || (details?.modulusLength ?? 0) < SHORTEST_KEY) {
    throw wrong(`expected a certificate with an RSA key of at least ${SHORTEST_KEY} bits`)
  }
  return certificate
}

function read(pem: string): X509Certificate {
  try {
    return new X509Certificate(pem)
  } catch {
    throw wrong('expected certificates as PEM')
  }
}

const wrong = (problem: string) => invalid(`field "connection.certificates": ${problem}`)
