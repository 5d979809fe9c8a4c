import type { Context } from '../../../platform/context.ts'

export type NoticeKind =
  | 'password_changed'
  | 'factor_added'
  | 'factor_removed'
  | 'factors_reset'
  | 'recovery_code_used'

/** Notifies the user by mail of changes to how they sign in, so that they notice changes by others. */
export const notify = async (ctx: Context, user: string, kind: NoticeKind): Promise<void> => {
  if (ctx.config.KONTOR_SMTP_URL) await ctx.addJob('access.notice', { user, kind })
}

/** The login changed; handled like a changed address. */
export const notifyLogin = async (ctx: Context, user: string, login: string): Promise<void> => {
  if (ctx.config.KONTOR_SMTP_URL) await ctx.addJob('access.login_changed', { user, login })
}
