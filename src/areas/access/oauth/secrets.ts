import { createHash, randomBytes } from 'node:crypto'

/** 256 random bits; the beginning lets people and scanners see what they found. */
const newOf = (kind: string) => (): string =>
  `kontor_${kind}_${randomBytes(32).toString('base64url')}`

export const newCode = newOf('code')
export const newAccessToken = newOf('access')
export const newRefreshToken = newOf('refresh')
export const newClientSecret = newOf('secret')

/** RFC 7636: S256 is the only way, `plain` proves nothing. */
export const challengeOf = (verifier: string): string =>
  createHash('sha256').update(verifier).digest('base64url')

export const isVerifier = (text: string): boolean => /^[\w.~-]{43,128}$/.test(text)
export const isChallenge = (text: string): boolean => /^[\w-]{43}$/.test(text)
