import { randomBytes } from 'node:crypto'
import type { Context } from '../../../platform/context.ts'
import { hashSecret } from '../secrets.ts'
import * as store from '../store/factors.ts'

const COUNT = 10
/** 120 bits: a hash needs no salt, and nobody guesses them. */
const BYTES = 15

/** `1f3a9-…`, in groups that can be typed. */
function newCode(): string {
  const text = randomBytes(BYTES).toString('hex')
  return (text.match(/.{5}/g) ?? []).join('-')
}

export async function replaceRecoveryCodes(ctx: Context, user: string): Promise<string[]> {
  const codes = Array.from({ length: COUNT }, newCode)
  await store.replaceCodes(ctx.db, user, codes.map(hashCode))
  return codes
}

export const takeRecoveryCode = (ctx: Context, user: string, code: string): Promise<boolean> =>
  store.deleteCode(ctx.db, user, hashCode(code))

const hashCode = (code: string): Buffer => hashSecret(code.toLowerCase().replace(/[^0-9a-f]/g, ''))
