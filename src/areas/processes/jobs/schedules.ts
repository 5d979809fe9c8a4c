import { snapshotOf } from '../../../definitions/snapshot.ts'
import { nextStart, type StartTrigger, startsOf } from '../../../engine/starts.ts'
import { AppError } from '../../../lib/errors.ts'
import type { Context } from '../../../platform/context.ts'
import { inSavepoint } from '../../../platform/db/savepoint.ts'
import { PROCESS_TIMERS } from '../move.ts'
import { getNewest, getPublished, type Template } from '../published.ts'
import { startInstance } from '../start.ts'
import * as store from '../store/schedules.ts'

export type DueSchedule = store.Schedule

/** Replaces the schedules by those of the newest versions; existing ones keep their next time. */
export async function syncSchedules(ctx: Context): Promise<void> {
  const wanted: store.Schedule[] = []
  for (const template of (await snapshotOf(ctx)).live('process')) {
    if (template.processVersion === null) continue
    const { program, templateId, version } = await getNewest(ctx, template as Template)
    for (const start of startsOf(program.model)) {
      const first = start.kind === 'timer' ? firstTime(start, ctx.now()) : undefined
      if (first) wanted.push({ template_id: templateId, node: start.node, version, ...first })
    }
  }
  await store.replaceSchedules(ctx.db, wanted)
  ctx.nudge(PROCESS_TIMERS)
}

type Next = { run_at: Date; remaining: number | null }

type Timed = Extract<StartTrigger, { kind: 'timer' }>

function firstTime({ text, times }: Timed, now: Date): Next | undefined {
  const first = nextStart(text, now.toISOString())
  return first === undefined
    ? undefined
    : { run_at: new Date(first), remaining: times < 0 ? null : times - 1 }
}

export const listDue = (ctx: Context, limit: number): Promise<DueSchedule[]> =>
  store.listDue(ctx.db, limit)

/** Advances the schedule and starts the instance in one transaction, on one node. */
export async function startBySchedule(ctx: Context, due: DueSchedule): Promise<void> {
  const published = await getPublished(ctx, due.template_id, due.version)
  const timer = startsOf(published.program.model).find(
    (start) => start.node === due.node && start.kind === 'timer',
  )
  const { text = '', part } = timer?.kind === 'timer' ? timer : {}
  if (!(await store.moveOn(ctx.db, due, nextTime(text, due, ctx.now())))) return
  ctx.nudge(PROCESS_TIMERS)
  try {
    await inSavepoint(ctx.db, () =>
      startInstance(ctx, published, { context: {}, node: due.node, part }),
    )
  } catch (err) {
    if (!(err instanceof AppError)) throw err
    ctx.log.error({ err, template: due.template_id }, 'a scheduled process could not begin')
  }
}

/** Skips times that passed while no server ran. */
function nextTime(text: string, { run_at, remaining }: Next, now: Date): Next | undefined {
  if (remaining === 0) return undefined
  const next = nextStart(text, now.toISOString(), run_at.toISOString())
  return next === undefined
    ? undefined
    : { run_at: new Date(next), remaining: remaining === null ? null : remaining - 1 }
}
