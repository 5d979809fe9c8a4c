import { checkPassword } from '../areas/access/passwords.ts'
import { hashSecret, newSecret } from '../areas/access/secrets.ts'
import * as service from '../areas/access/service.ts'
import * as people from '../areas/access/store/people.ts'
import * as tokens from '../areas/access/store/tokens.ts'
import { AppError, invalid } from '../lib/errors.ts'
import { ADMINISTRATORS } from '../lib/ids.ts'
import { SYSTEM } from '../platform/caller.ts'
import type { Config } from '../platform/config.ts'
import { type Context, type Platform, write } from '../platform/context.ts'

/** New secrets, shown only once. */
export type FirstSecrets = { login: string; token?: string; password?: string }

/**
 * Creates the first administrator of an empty system. A new KONTOR_ADMIN_TOKEN is added at any start, to
 * recover from a lost one. A revoked token stays revoked.
 */
export async function bootstrap(
  platform: Platform,
  config: Config,
): Promise<FirstSecrets | undefined> {
  const origin = { user: SYSTEM, requestId: 'bootstrap', log: platform.log }
  return write(platform, origin, async (ctx) => {
    await people.lockBootstrap(ctx.db)
    if ((await people.countUsers(ctx.db)) === 0) return createFirst(ctx, config)
    if (config.KONTOR_ADMIN_TOKEN) await ensureToken(ctx, config.KONTOR_ADMIN_TOKEN)
    return undefined
  })
}

const LOGIN = 'admin'
const TOKEN_NAME = 'first administrator'

export async function checkFirstPassword({ KONTOR_ADMIN_PASSWORD: given }: Config): Promise<void> {
  if (given === undefined) return
  try {
    await checkPassword(given, { login: LOGIN })
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    throw invalid(`KONTOR_ADMIN_PASSWORD: ${error.details[0]?.message}`)
  }
}

async function createFirst(ctx: Context, config: Config): Promise<FirstSecrets> {
  const { KONTOR_ADMIN_TOKEN: givenToken, KONTOR_ADMIN_PASSWORD: givenPassword } = config
  await checkFirstPassword(config)
  const password = givenPassword ?? newSecret()
  const { id } = await service.createUser(ctx, {
    login: LOGIN,
    lastName: 'Administrator',
    password,
    isFirstPassword: true,
    isAdministrator: true,
  })
  const { secret } = await service.createToken(ctx, {
    name: TOKEN_NAME,
    user: id,
    secret: givenToken,
  })
  return {
    login: LOGIN,
    ...(!givenToken && { token: secret }),
    ...(!givenPassword && { password }),
  }
}

async function ensureToken(ctx: Context, secret: string): Promise<void> {
  if (await tokens.isTokenKnown(ctx.db, hashSecret(secret))) return
  const user = await people.findFirstMember(ctx.db, ADMINISTRATORS)
  if (user) await service.createToken(ctx, { name: TOKEN_NAME, user, secret })
}
