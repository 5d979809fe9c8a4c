import type { Context } from '../../platform/context.ts'
import { hashSecret } from '../access/secrets.ts'

/** What a sender follows a submission with: 256 bits that only the server's key gives. */
export const secretOf = (ctx: Pick<Context, 'secrets'>, submission: string): string =>
  ctx.secrets.sign(`form submission ${submission}`)

export const hashOf = (ctx: Pick<Context, 'secrets'>, submission: string): Buffer =>
  hashSecret(secretOf(ctx, submission))
