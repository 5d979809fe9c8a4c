import { AppError, forbidden } from '../lib/errors.ts'
import type { Caller } from './caller.ts'
import type { Config } from './config.ts'

type Check = { config: Pick<Config, 'KONTOR_STEP_UP'>; now: () => Date; user: Caller }

/**
 * Requires a recent sign-in or confirmation (step-up), so that an unlocked screen or a connected program cannot do
 * dangerous things.
 */
export function requireRecentProof({ config, now, user: { credential } }: Check): void {
  if (credential.connection) {
    throw forbidden('a connected program cannot do this: do it yourself, or with a token of yours')
  }
  const { kind, provenAt } = credential
  const within = config.KONTOR_STEP_UP
  if (kind !== 'session' || !provenAt || within === 0) return
  if (now().getTime() - provenAt.getTime() <= within * 1000) return
  throw new AppError('confirmation_needed', 'confirm who you are, then send the request again')
}
