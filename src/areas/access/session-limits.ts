import type { Context } from '../../platform/context.ts'

/** A session is over at its end, or when nobody used it for a while. */
export const limitsOf = ({ config, now }: Pick<Context, 'config' | 'now'>) => ({
  now: now(),
  usedAfter: new Date(now().getTime() - config.KONTOR_SESSION_IDLE * 1000),
})
