import type { Context } from '../../../platform/context.ts'
import { getPublished } from '../published.ts'
import { usedUntil } from './clock.ts'
import * as store from './store.ts'
import { measuring } from './sync.ts'

/** Subtracts the time in which a process was suspended: its clocks continue where they were. */
export async function subtractSuspension(
  ctx: Context,
  template: string,
  from: Date,
): Promise<void> {
  const now = ctx.now()
  const rows = await store.listRunningOf(ctx.db, template)
  const counted = await Promise.all(
    rows.map(async ({ version, ...row }) => {
      const measureOf = await measuring(ctx, await getPublished(ctx, template, version))
      const measure = measureOf(row.code)
      return measure ? { ...row, used: usedUntil(row, from, measure), since: now } : row
    }),
  )
  if (counted.length === 0) return
  await store.saveClocks(ctx.db, counted)
  await store.wakeJobsOf(ctx.db, template)
}
