import type { Sla } from '../../../definitions/sla.ts'
import { wholeSnapshot } from '../../../definitions/snapshot.ts'
import type { Context } from '../../../platform/context.ts'
import { findItem } from '../../apps/on-behalf.ts'
import { statusCodeOf } from '../../apps/statuses.ts'
import { calendarNamed } from '../../calendars/service.ts'
import type { Move } from '../move.ts'
import type { Published } from '../published.ts'
import { type Measure, momentOf, nextThreshold } from './clock.ts'
import { followClocks } from './follow.ts'
import * as store from './store.ts'

/**
 * Starts, pauses and stops the clocks of an instance after its tokens moved. Returns those that stopped after a
 * breach that was not yet reported.
 */
export async function syncClocks(move: Move, isNew = false): Promise<store.ClockRow[]> {
  const { ctx, instance, published, state, at } = move
  const moment = { at, until: instance.suspended_at ?? at }
  const { calendar } = await measuring(ctx, published)
  const open = isNew ? [] : await store.listOpen(ctx.db, instance.id)
  const timed = {
    instance: instance.id,
    control: state.control,
    sla: published.body.sla,
    calendar,
    isPaused: instance.is_suspended_itself,
    status: await statusOfItem(move),
  }
  const rows = followClocks(open, timed, moment)
  await saveRows(ctx, published, { before: open, rows })
  await schedule(ctx, published, instance.id, { rows })
  return rows.filter((row) => row.stopped_at && row.breached_at?.getTime() === at.getTime())
}

/** Later changes of the status recheck the clocks. */
async function statusOfItem({ ctx, published, instance }: Move): Promise<string> {
  const [reference] = instance.item ?? []
  if (!reference || !pausesByStatus(published.body)) return ''
  const app = (await wholeSnapshot(ctx)).findApp(reference.namespace, reference.code)
  const item = app && (await findItem(ctx, reference))
  const current = item?.__status as { status: number } | null | undefined
  return (app && current && statusCodeOf(app, current.status)) ?? ''
}

export const pausesByStatus = ({ sla }: { sla: Sla }): boolean =>
  Object.values(sla).some(({ pauseStatuses }) => pauseStatuses.length > 0)

export async function measuring(ctx: Context, { body }: Published) {
  const calendar = await calendarNamed(ctx, body.calendar)
  const measureOf = (code: string): Measure | undefined => {
    const clock = body.sla[code]
    return clock && { clock, calendar }
  }
  return Object.assign(measureOf, { calendar })
}

type Change = { before: readonly store.ClockRow[]; rows: readonly store.ClockRow[] }

/** Also saves the due dates of the timed tasks. */
export async function saveRows(
  ctx: Context,
  published: Published,
  { before, rows }: Change,
): Promise<void> {
  if (rows.length > 0) await store.saveClocks(ctx.db, rows)
  for (const row of rows) {
    const hasOwn = row.element !== null && published.program.model.nodes[row.element]?.due
    if (row.element === null || hasOwn || row.stopped_at) continue
    const old = before.find((each) => each.code === row.code && each.token === row.token)
    await store.saveDue(ctx.db, row, old?.breach_at ?? null)
  }
}

/** Schedules the job for the next threshold. */
export async function schedule(
  ctx: Context,
  published: Published,
  instance: string,
  { rows, isAgain = false }: { rows: readonly store.ClockRow[]; isAgain?: boolean },
): Promise<void> {
  const measureOf = await measuring(ctx, published)
  const moments = rows.flatMap((row) => {
    const measure = row.stopped_at ? undefined : measureOf(row.code)
    const next = measure && nextThreshold(row, measure)
    return (next && momentOf(row, next.at, measure)) ?? []
  })
  const at = moments.toSorted((a, b) => a.getTime() - b.getTime())[0] ?? null
  await store.scheduleJob(ctx.db, instance, { at, isAgain })
}
