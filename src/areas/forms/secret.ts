import type { Context } from '../../platform/context.ts'
import { hashSecret } from '../access/secrets.ts'

/** The secret of a submission link: 256 bits derived with the server's key. */
export const secretOf = (ctx: Pick<Context, 'secrets'>, submission: string): string =>
  ctx.secrets.sign(`form submission ${submission}`)

export const hashOf = (ctx: Pick<Context, 'secrets'>, submission: string): Buffer =>
  hashSecret(secretOf(ctx, submission))
