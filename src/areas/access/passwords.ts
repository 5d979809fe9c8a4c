import { hash, verify } from '@node-rs/argon2'

/** argon2id with the memory and rounds OWASP recommends. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

export const hashPassword = (password: string): Promise<string> => hash(password, COST)

/** The same work for a login that does not exist, so that time tells nothing. */
const nobody = hashPassword(crypto.randomUUID())

export async function isPassword(
  stored: string | null | undefined,
  given: string,
): Promise<boolean> {
  const isRight = await verify(stored ?? (await nobody), given)
  return isRight && typeof stored === 'string'
}
