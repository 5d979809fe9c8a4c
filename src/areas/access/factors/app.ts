import { randomBytes } from 'node:crypto'
import type { Context } from '../../../platform/context.ts'
import * as store from '../store/factors.ts'

/** Codes are valid for a step of 30 seconds; the previous and the next step are accepted, too. */
const WINDOW = 1
const PRODUCT = 'Kontor'
const SEED_BYTES = 20

/** Loaded when somebody first uses it. */
async function totpOf(secret: string, label = '') {
  const { Secret, TOTP } = await import('otpauth')
  return new TOTP({ issuer: PRODUCT, label, secret: Secret.fromBase32(secret) })
}

export async function newAppSecret(label: string): Promise<{ secret: string; uri: string }> {
  const { Secret } = await import('otpauth')
  const bytes = new Uint8Array(randomBytes(SEED_BYTES))
  const secret = new Secret({ buffer: bytes.buffer }).base32
  return { secret, uri: (await totpOf(secret, label)).toString() }
}

/** The step of a code; undefined for a wrong one. */
export async function stepOfCode(
  ctx: Context,
  secret: string,
  code: string,
): Promise<number | undefined> {
  const totp = await totpOf(secret)
  const timestamp = ctx.now().getTime()
  const delta = totp.validate({ token: code.replace(/\s/g, ''), timestamp, window: WINDOW })
  return delta === null ? undefined : totp.counter({ timestamp }) + delta
}

/** If the sealing key is lost, apps are useless: users set up new ones. */
export async function forgetApps(ctx: Context): Promise<void> {
  for (const { user_id, seed } of await store.listApps(ctx.db)) {
    if (!ctx.secrets.canOpen(seed)) await store.deleteApp(ctx.db, user_id)
  }
  await store.deleteSeeds(ctx.db)
}

/** Whether the code is right and was not used before. */
export async function takeAppCode(ctx: Context, user: string, code: string): Promise<boolean> {
  const app = await store.findApp(ctx.db, user)
  if (!app) return false
  const step = await stepOfCode(ctx, ctx.secrets.open(app.seed), code)
  return step !== undefined && store.saveStep(ctx.db, user, step)
}
