import { createHash, randomBytes } from 'node:crypto'

/** Tokens and session secrets are stored as hashes only: a copy of the database opens nothing. */
export const hashSecret = (secret: string): Buffer => createHash('sha256').update(secret).digest()

/** UUID text, 122 random bits: what clients of the public API expect a token to look like. */
export const newSecret = (): string => crypto.randomUUID()

/** 256 random bits, for cookies and links. */
export const newLongSecret = (): string => randomBytes(32).toString('base64url')
