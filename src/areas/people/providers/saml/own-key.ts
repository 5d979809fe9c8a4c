import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto'
import { invalid } from '../../../../lib/errors.ts'

/** The key with which this server signs requests, and for which providers encrypt. */
export type OwnKey = { key: KeyObject; certificate: X509Certificate }

const PRIVATE = /-----BEGIN (RSA )?PRIVATE KEY-----[^-]+-----END (RSA )?PRIVATE KEY-----/
const CERTIFICATE = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/
const SHORTEST_KEY = 2048

/** A private key and its certificate as PEM in one text: the secret of a SAML provider. */
export function readOwnKey(secret: string): OwnKey {
  try {
    const key = createPrivateKey(PRIVATE.exec(secret)?.[0] ?? '')
    const certificate = new X509Certificate(CERTIFICATE.exec(secret)?.[0] ?? '')
    const length = key.asymmetricKeyDetails?.modulusLength ?? 0
    const isFit = key.asymmetricKeyType === 'rsa' && length >= SHORTEST_KEY
    if (isFit && certificate.checkPrivateKey(key)) return { key, certificate }
  } catch {
    // Reported below without repeating the key.
  }
  throw invalid(
    `field "secret": expected an RSA key of at least ${SHORTEST_KEY} bits and its certificate, both as PEM`,
  )
}
