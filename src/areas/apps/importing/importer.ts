import { NIL_ID } from '../../../lib/ids.ts'
import { SYSTEM } from '../../../platform/caller.ts'
import type { Context } from '../../../platform/context.ts'
import { listCallers } from '../../access/service.ts'
import type { Import } from '../store/imports.ts'

/** The user who started an import, with their current rights. */
export async function asImporter(
  ctx: Context,
  { created_by }: Pick<Import, 'created_by'>,
): Promise<Context> {
  if (created_by === NIL_ID) return { ...ctx, user: SYSTEM }
  const [user = ctx.user] = await listCallers(ctx, [created_by])
  return { ...ctx, user }
}
