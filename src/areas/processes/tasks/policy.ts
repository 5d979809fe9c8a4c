import { readerOf } from '../../../kinds/kind.ts'
import { forbidden } from '../../../lib/errors.ts'
import type { Context } from '../../../platform/context.ts'
import { getPerson } from '../../people/users/service.ts'
import { peopleOf } from './visibility.ts'

/** The tasks of a user are visible to that user, their substitutes, managers and administrators. */
export async function requireListing(ctx: Context, userId: string): Promise<void> {
  await getPerson(ctx, userId)
  if (ctx.user.isAdministrator || (await peopleOf(readerOf(ctx))).includes(userId)) return
  throw forbidden('only the user, a superior or an administrator may see these tasks')
}
