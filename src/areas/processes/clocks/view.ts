import type { Context } from '../../../platform/context.ts'
import type { ClockView } from '../instances/manage-operations.ts'
import { getShown, type Published } from '../published.ts'
import { type Measure, stateOf, usedUntil } from './clock.ts'
import { type ClockRow, listClocks, listClocksOf, listTimed } from './store.ts'
import { measuring } from './sync.ts'

/** The clocks of an instance, including stopped ones. */
export async function showClocks(
  ctx: Context,
  id: string,
  published: Published,
): Promise<ClockView[]> {
  return toViews(ctx, published, await listClocks(ctx.db, id))
}

export type Timed = { clocks: ClockView[]; suspendedAt: string | null }

/** The clocks that run during open tasks, and since when their processes are suspended. */
export async function showClocksOfTasks(
  ctx: Context,
  ids: readonly string[],
): Promise<Map<string, Timed>> {
  const timed = await listTimed(ctx.db, ids)
  const rows = Map.groupBy(await listClocksOf(ctx.db, ids), ({ task }) => task)
  const shown = timed.map(async ({ id, template_id, version, suspended_at }) => {
    const own = rows.get(id) ?? []
    const published = own.length > 0 && (await getShown(ctx, template_id, version))
    const clocks = published ? await toViews(ctx, published, own) : []
    return [id, { clocks, suspendedAt: suspended_at?.toISOString() ?? null }] as const
  })
  return new Map(await Promise.all(shown))
}

async function toViews(
  ctx: Context,
  published: Published,
  rows: readonly ClockRow[],
): Promise<ClockView[]> {
  if (rows.length === 0) return []
  const measureOf = await measuring(ctx, published)
  return rows.map((row) => {
    const view = toClockView(row, measureOf(row.code), ctx.now())
    return { ...view, name: published.say(view.name) }
  })
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
