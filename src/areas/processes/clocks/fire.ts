import { type Clock, SUPERIOR } from '../../../definitions/sla.ts'
import type { Performer } from '../../../engine/effects.ts'
import type { Context } from '../../../platform/context.ts'
import { notify } from '../../notifications/service.ts'
import { headsOf } from '../../people/org-chart/service.ts'
import { beginMove, finishMove, PROCESS_TIMERS } from '../move.ts'
import { findPeople } from '../people.ts'
import { getPublished, type Published } from '../published.ts'
import type { Instance } from '../store/instances.ts'
import { type Fired, fireDue, withBreach } from './clock.ts'
import * as store from './store.ts'
import { measuring, saveRows, schedule } from './sync.ts'

/**
 * Fires the due thresholds of a locked instance, each once: the clocks store what has fired, in the same
 * transaction. A changed calendar counts as it is now.
 */
export async function runClocks(ctx: Context, instance: Instance): Promise<void> {
  const published = await getPublished(ctx, instance.template_id, instance.version)
  const measureOf = await measuring(ctx, published)
  const open = await store.listOpen(ctx.db, instance.id)
  const fired: Fired[] = []
  const rows = open.map((row) => {
    const measure = measureOf(row.code)
    if (!measure) return row
    return withBreach(fireDue(row, { measure, now: ctx.now(), fired }), measure)
  })
  await saveRows(ctx, published, { before: open, rows })
  ctx.nudge(PROCESS_TIMERS)
  if (fired.length === 0) {
    return schedule(ctx, published, instance.id, { rows, isAgain: true })
  }
  const told = []
  for (const each of fired) told.push(await act(ctx, { instance, published }, each))
  const move = beginMove(ctx, published, instance)
  const [item] = instance.item ?? []
  if (item) move.items.set(item.id, item)
  await finishMove(move, 'sla', { clocks: told })
}

type Held = { instance: Instance; published: Published }

const EVENTS = {
  warn: 'bpm.instance.sla_warned',
  breach: 'bpm.instance.sla_breached',
  escalate: 'bpm.instance.sla_escalated',
} as const

/** Notifies people, reassigns tasks, and records what was done. */
async function act(ctx: Context, held: Held, { row, measure, threshold }: Fired) {
  const { instance, published } = held
  const { clock } = measure
  const tasks = await store.listOpenTasks(ctx.db, row)
  const working = [...new Set(tasks.flatMap(({ performers }) => performers))]
  const people =
    threshold.what === 'escalate'
      ? await findEscalated(ctx, { instance, clock, level: threshold.level, working })
      : working
  const action = threshold.what === 'escalate' ? stepOf(clock, threshold.level).action : 'notify'
  if (action === 'notify') await tellPeople(ctx, { held, clock, tasks, people })
  else await give(ctx, { held, clock, tasks, people, isAdded: action === 'add' })
  const { what, level } = threshold
  const data = {
    code: row.code,
    name: clock.name,
    element: row.element,
    people,
    what,
    level,
    action,
  }
  const { namespace, code } = published
  const object = `instance:${instance.id}`
  await ctx.emit({ type: EVENTS[what], object, namespace, code, data })
  return data
}

const stepOf = (clock: Clock, level: number) =>
  clock.escalate[level - 1] ?? { to: '', action: 'notify' as const }

type Escalated = { instance: Instance; clock: Clock; level: number; working: readonly string[] }

/** `superior` means the next level: people who were only notified did not get the task, and are skipped. */
async function findEscalated(
  ctx: Context,
  { instance, clock, level, working }: Escalated,
): Promise<string[]> {
  const { to } = stepOf(clock, level)
  if (to !== SUPERIOR) return findPeople(ctx, [toPerformer(to)], instance)
  const earlier = clock.escalate.slice(0, level)
  const since = earlier.findLastIndex(({ action }, at) => action !== 'notify' && at < level - 1)
  const heights = earlier.slice(since + 1).filter((each) => each.to === SUPERIOR).length
  let people = working.length > 0 ? [...working] : [instance.created_by]
  for (let height = 0; height < heights; height++) {
    const above = await Promise.all(people.map((user) => headsOf(ctx, user)))
    people = [...new Set(above.flat())]
  }
  return people
}

function toPerformer(subject: string): Performer {
  const [kind = '', value = ''] = subject.split(/:(.*)/s)
  return { kind, value } as Performer
}

type Telling = {
  held: Held
  clock: Clock
  tasks: readonly store.OpenTask[]
  people: readonly string[]
}

async function tellPeople(ctx: Context, { held, clock, tasks, people }: Telling): Promise<void> {
  for (const { id } of tasks) await store.addParticipants(ctx.db, id, people)
  const [task] = tasks
  const object = task ? `task:${task.id}` : `instance:${held.instance.id}`
  const text = `${clock.name}: ${task?.name ?? held.instance.name}`
  await notify(ctx, { kind: 'task', object, to: people.map((user) => ({ user, text })) })
}

/** If nobody is found, the tasks stay with their performers. */
async function give(
  ctx: Context,
  { held, clock, tasks, people, isAdded }: Telling & { isAdded: boolean },
): Promise<void> {
  if (people.length === 0) return
  const { namespace, code } = held.published
  for (const { id, name, performers: from } of tasks) {
    const performers = [...new Set([...(isAdded ? from : []), ...people])]
    await store.savePerformers(ctx.db, id, { performers, at: ctx.now(), by: ctx.user.id })
    const data = { instance: held.instance.id, name, from, to: performers, sla: clock.name }
    await ctx.emit({ type: 'task.reassigned', object: `task:${id}`, namespace, code, data })
    const to = people.filter((user) => !from.includes(user)).map((user) => ({ user, text: name }))
    await notify(ctx, { kind: 'task', object: `task:${id}`, to })
  }
}
