import type { Context } from '../../../platform/context.ts'
import type { ClockView } from '../instances/manage-operations.ts'
import type { Published } from '../published.ts'
import { type Measure, stateOf, usedUntil } from './clock.ts'
import { type ClockRow, listClocks } from './store.ts'
import { measuring } from './sync.ts'

/** The clocks of an instance, those that stopped included. */
export async function showClocks(
  ctx: Context,
  id: string,
  published: Published,
): Promise<ClockView[]> {
  const rows = await listClocks(ctx.db, id)
  if (rows.length === 0) return []
  const measureOf = await measuring(ctx, published)
  return rows.map((row) => toClockView(row, measureOf(row.code), ctx.now()))
}

export function toClockView(row: ClockRow, measure: Measure | undefined, now: Date): ClockView {
  const used = measure ? usedUntil(row, now, measure) : row.used
  return {
    code: row.code,
    name: measure?.clock.name ?? row.code,
    elementId: row.element,
    state: stateOf(row),
    usedSeconds: Math.round(used / 1000),
    dueAt: row.breach_at?.toISOString() ?? null,
    warnedAt: row.warned_at?.toISOString() ?? null,
    breachedAt: row.breached_at?.toISOString() ?? null,
    level: row.level,
  }
}
