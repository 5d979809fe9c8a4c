import type { Context } from '../../platform/context.ts'

/** A session ends at its expiry, or when it was not used for a while. */
export const limitsOf = ({ config, now }: Pick<Context, 'config' | 'now'>) => ({
  now: now(),
  usedAfter: new Date(now().getTime() - config.KONTOR_SESSION_IDLE * 1000),
})
