import { AppError, type ErrorCode } from '../../lib/errors.ts'
import type { Context } from '../../platform/context.ts'

/** A code, passkey or password that does not prove who somebody is. */
export class WrongProof extends AppError {
  /** Whom it would have proven, where the request did not say so. */
  readonly user: string | undefined

  constructor(code: ErrorCode, message: string, user?: string) {
    super(code, message)
    this.user = user
  }
}

type Proof = {
  /** Undefined = whoever the proof names. */
  user: string | undefined
  proof: 'app' | 'recovery_code' | 'passkey' | 'password'
  purpose: 'sign_in' | 'confirmation' | 'password_change'
  address: string
}

type Steps = Context & { write<T>(work: (ctx: Context) => Promise<T>): Promise<T> }

/** A wrong proof is in the audit log, although everything else that the request wrote is undone. */
export async function checkProof<T>(
  ctx: Steps,
  { user, proof, purpose, address }: Proof,
  work: (ctx: Context) => Promise<T>,
): Promise<T> {
  try {
    return await ctx.write(work)
  } catch (error) {
    const about = error instanceof WrongProof ? (user ?? error.user) : undefined
    if (about !== undefined) {
      const data = { proof, purpose, address }
      await ctx.write((step) =>
        step.emit({ type: 'session.proof_refused', object: `user:${about}`, data }),
      )
    }
    throw error
  }
}
