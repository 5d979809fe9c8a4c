import { unauthorized } from '../../lib/errors.ts'
import { newId } from '../../lib/ids.ts'
import type { Context } from '../../platform/context.ts'
import { hashSecret, newLongSecret } from './secrets.ts'
import type { Method } from './sign-in-operations.ts'
import * as store from './store/attempts.ts'

/** Seconds to complete a sign-in. */
export const ATTEMPT_LENGTH = 10 * 60

/** A sign-in between its first proof and its session; `user` is null until a passkey names one. */
export type Attempt = {
  id: string
  user: string | null
  methods: Method[]
  challenge: string | null
  seed: string | null
  tries: number
  /** The time of the proof, if it was before the attempt. */
  provenAt: Date | undefined
}

type Begin = {
  user: string | null
  methods?: readonly Method[]
  challenge?: string
  seed?: string
  provenAt?: Date | undefined
}

/** Returns the secret of the attempt, for the browser's cookie. */
export async function beginAttempt(
  ctx: Context,
  { user, methods = [], challenge, seed, provenAt }: Begin,
): Promise<string> {
  const secret = newLongSecret()
  await store.insertAttempt(ctx.db, {
    id: newId(),
    hash: hashSecret(secret),
    user_id: user,
    methods: [...methods],
    challenge: challenge ?? null,
    seed: seed ?? null,
    tries: 0,
    proven_at: provenAt ?? null,
    expires_at: new Date(ctx.now().getTime() + ATTEMPT_LENGTH * 1000),
  })
  return secret
}

export async function findAttempt(
  ctx: Context,
  secret: string | undefined,
): Promise<Attempt | undefined> {
  const row = secret && (await store.findAttempt(ctx.db, hashSecret(secret), ctx.now()))
  return row ? toAttempt(row) : undefined
}

/** An attempt ends with its use; the next step is another one. */
export async function takeAttempt(ctx: Context, secret: string | undefined): Promise<Attempt> {
  const row = secret && (await store.lockAttempt(ctx.db, hashSecret(secret), ctx.now()))
  if (!row) throw unauthorized('the sign-in took too long or is over: start again')
  await store.deleteAttempt(ctx.db, row.id)
  return toAttempt(row)
}

/** After so many wrong codes the sign-in starts again. */
export const countTry = (ctx: Context, id: string): Promise<number> => store.saveTry(ctx.db, id)

const toAttempt = ({ user_id, methods, proven_at, ...row }: store.AttemptRow): Attempt => ({
  ...row,
  provenAt: proven_at ?? undefined,
  user: user_id,
  methods: methods as Method[],
})
