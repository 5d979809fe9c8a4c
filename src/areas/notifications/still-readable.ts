import type { Context } from '../../platform/context.ts'
import { listCallers } from '../access/service.ts'
import type { LetterLine } from './store/letters.ts'

/**
 * Whether somebody may read what they are told of, now that it goes out. Whoever is mentioned where they may
 * not read is told that much, without a text.
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
