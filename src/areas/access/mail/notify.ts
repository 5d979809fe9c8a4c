import type { Context } from '../../../platform/context.ts'

export type NoticeKind =
  | 'password_changed'
  | 'factor_added'
  | 'factor_removed'
  | 'factors_reset'
  | 'recovery_code_used'

/** Tells the user by mail what changed in how they come in, so that they notice what was not them. */
export const notify = async (ctx: Context, user: string, kind: NoticeKind): Promise<void> => {
  if (ctx.config.KONTOR_SMTP_URL) await ctx.addJob('access.notice', { user, kind })
}

/** As with the address: what somebody signs in with is another one. */
export const notifyLogin = async (ctx: Context, user: string, login: string): Promise<void> => {
  if (ctx.config.KONTOR_SMTP_URL) await ctx.addJob('access.login_changed', { user, login })
}
