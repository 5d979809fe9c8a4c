import type { Clock } from '../../../definitions/sla.ts'
import { tokensIn } from '../../../engine/tokens.ts'
import type { Context } from '../../../platform/context.ts'
import { calendarNamed } from '../../calendars/service.ts'
import type { Move } from '../move.ts'
import type { Published } from '../published.ts'
import { breachOf, isOver, type Measure, momentOf, nextThreshold, usedUntil } from './clock.ts'
import * as store from './store.ts'

type Wanted = { code: string; clock: Clock; token: number; isPaused: boolean }

/**
 * Starts, pauses and stops the clocks of an instance as its tokens moved. Says which of them stopped too
 * late without anybody having noticed.
 */
export async function syncClocks(move: Move): Promise<store.ClockRow[]> {
  const { ctx, instance, published, at } = move
  const moment = { at, until: instance.suspended_at ?? at }
  const measureOf = await measuring(ctx, published)
  const open = instance.revision === 1 ? [] : await store.listOpen(ctx.db, instance.id)
  const wanted = wantedIn(move)
  const isSame = (row: store.ClockRow, { code, token }: Wanted) =>
    row.code === code && row.token === token
  const rows = [
    ...open
      .filter((row) => !wanted.some((each) => isSame(row, each)))
      .map((row) => stop(row, moment, measureOf(row.code))),
    ...wanted.map((each) => {
      const row = open.find((known) => isSame(known, each)) ?? start(move, each)
      return count(row, moment, {
        ...each,
        measure: { clock: each.clock, calendar: measureOf.calendar },
      })
    }),
  ]
  await saveRows(ctx, published, { before: open, rows })
  await schedule(ctx, published, instance.id, { rows })
  return rows.filter((row) => row.stopped_at && row.breached_at?.getTime() === at.getTime())
}

export async function measuring(ctx: Context, { body }: Published) {
  const calendar = await calendarNamed(ctx, body.calendar)
  const measureOf = (code: string): Measure | undefined => {
    const clock = body.sla[code]
    return clock && { clock, calendar }
  }
  return Object.assign(measureOf, { calendar })
}

/**
 * The clocks that there are now: one for the process, one for each visit of a step. A suspended process does
 * not pause them: the time of its suspension is left out when it is resumed.
 */
function wantedIn({ state, published, instance }: Move): Wanted[] {
  if (state.control.end) return []
  const at = Object.entries(tokensIn(state.control)).filter(
    ([, { watches, isPast }]) => watches === undefined && !isPast,
  )
  return Object.entries(published.body.sla).flatMap(([code, clock]) => {
    const isPaused =
      instance.is_suspended_itself || at.some(([, { node }]) => clock.pause.includes(node))
    const visits = at
      .filter(
        ([, { node, run, respondent }]) => node === clock.step && [run, respondent].every(isUnset),
      )
      .map(([no]) => Number(no))
    const tokens = clock.step === undefined ? [0] : visits
    return tokens.map((token) => ({ code, clock, token, isPaused }))
  })
}

const isUnset = (value: unknown): boolean => value === undefined

const start = ({ instance, at }: Move, { code, clock, token }: Wanted): store.ClockRow => ({
  instance_id: instance.id,
  code,
  token,
  element: clock.step ?? null,
  started_at: at,
  stopped_at: null,
  since: null,
  used: 0,
  breach_at: null,
  warned_at: null,
  breached_at: null,
  level: 0,
})

/** When something happens to clocks, and until when their time counts: not while all is suspended. */
type Moment = { at: Date; until: Date }

/** Time that passed while the server was down counts as well: nobody may have been told of it. */
function stop(
  row: store.ClockRow,
  { at, until }: Moment,
  measure: Measure | undefined,
): store.ClockRow {
  const stopped = { ...row, stopped_at: at, since: null, breach_at: null }
  if (!measure) return stopped
  const isLate = !row.breached_at && isOver(row, until, measure)
  return {
    ...stopped,
    used: usedUntil(row, until, measure),
    ...(isLate && { breached_at: at }),
  }
}

function count(
  row: store.ClockRow,
  { at, until }: Moment,
  { isPaused, measure }: { isPaused: boolean; measure: Measure },
): store.ClockRow {
  if (isPaused === (row.since === null) && !isPaused) return withBreach(row, measure)
  if (isPaused && row.since === null) return row
  const used = usedUntil(row, until, measure)
  return withBreach({ ...row, used, since: isPaused ? null : at }, measure)
}

export const withBreach = (row: store.ClockRow, measure: Measure): store.ClockRow => ({
  ...row,
  breach_at: breachOf(row, measure),
})

type Change = { before: readonly store.ClockRow[]; rows: readonly store.ClockRow[] }

/** With the due dates of the tasks that are timed. */
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

/** The next moment at which one of the clocks does something. */
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
