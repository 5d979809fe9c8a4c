import type { Operation } from '../api/operation.ts'
import { AppError, forbidden } from '../lib/errors.ts'
import type { Caller } from '../platform/caller.ts'
import type { Platform } from '../platform/context.ts'

type Call = { user: Caller; received: { params: unknown; input: unknown } }

/** Whoever sits down at an unlocked screen cannot do what is dangerous, nor can a connected program. */
export function checkProof(
  { config, now }: Pick<Platform, 'config' | 'now'>,
  { stepUp }: Operation,
  { user, received }: Call,
): void {
  const { kind, provenAt } = user.credential
  if (stepUp && user.credential.connection && stepUp(received)) {
    throw forbidden('a connected program cannot do this: do it yourself, or with a token of yours')
  }
  const within = config.KONTOR_STEP_UP
  if (!stepUp || kind !== 'session' || !provenAt || within === 0) return
  if (now().getTime() - provenAt.getTime() <= within * 1000) return
  if (!stepUp(received)) return
  throw new AppError('confirmation_needed', 'confirm who you are, then send the request again')
}
