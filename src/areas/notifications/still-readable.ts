import type { Context } from '../../platform/context.ts'
import { listCallers } from '../access/service.ts'
import type { LetterLine } from './store/letters.ts'

/**
 * Whether a user may read the object of a notification when it is sent. A user mentioned where they may not read
 * gets the notification without its text.
 */
export async function isStillReadable(
  ctx: Context,
  user: string,
  { stream, text }: LetterLine,
): Promise<boolean> {
  if (text === '') return true
  const readers = await listCallers(ctx, [user])
  if (readers.some(({ isAdministrator }) => isAdministrator)) return true
  return (await ctx.kinds.listReaders(ctx, stream, readers)).has(user)
}
