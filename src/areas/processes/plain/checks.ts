import { occurrence, parseCycle } from '../../../engine/time/cycle.ts'
import { invalid } from '../../../lib/errors.ts'
import type { Context } from '../../../platform/context.ts'
import { findOwnFiles } from '../../disk/lists.ts'
import { usersBehind } from '../../people/groups/membership.ts'
import type { ItemReference } from '../store/instances.ts'

/** Active users; groups and org chart units are not accepted. */
export async function requireUsers(
  ctx: Context,
  field: string,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return
  const known = new Set(await usersBehind(ctx, [...ids]))
  const unknown = ids.find((id) => !known.has(id))
  if (unknown === undefined && known.size === new Set(ids).size) return
  throw invalid(`field "${field}": no user who can sign in has the id ${unknown ?? ids[0]}`)
}

/** The author must be able to read the linked item. */
export async function requireItem(ctx: Context, item: ItemReference): Promise<void> {
  const kind = `item:${item.namespace}/${item.code}`
  const unreadable = await ctx.kinds.findUnreadable(ctx, [{ kind, id: item.id }])
  if (unreadable.size > 0) throw invalid(`field "item": there is no item ${item.id}`)
}

/** Everybody in the task may read its files, so only own files can be attached. */
export async function requireOwnFiles(ctx: Context, ids: readonly string[]): Promise<void> {
  const own = new Set(await findOwnFiles(ctx, ids))
  const other = ids.find((id) => !own.has(id))
  if (other === undefined) return
  throw invalid(`field "files": ${other} is none of your personal files`)
}

export function requireRepetition(repeats: string | null, now: Date): void {
  if (repeats === null) return
  const cycle = parseCycle(repeats)
  if (cycle?.kind === 'calendar' && occurrence(cycle, now)) return
  throw invalid('field "repeats": expected five fields of cron such as "0 9 * * 1-5"')
}
