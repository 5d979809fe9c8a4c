import { AppError, type ErrorCode } from '../../lib/errors.ts'
import type { Context } from '../../platform/context.ts'

/** A wrong code, passkey or password. */
export class WrongProof extends AppError {
  /** The user it would have proven, if the request did not name them. */
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

/** Recorded in the audit log, although everything else of the request is rolled back. */
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
