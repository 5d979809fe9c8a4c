import { createHash } from 'node:crypto'

/** Tokens and session secrets are kept as hashes alone: a copy of the database opens nothing. */
export const hashSecret = (secret: string): Buffer => createHash('sha256').update(secret).digest()

/** UUID text, 122 random bits: what clients of the public API expect a token to look like. */
export const newSecret = (): string => crypto.randomUUID()
