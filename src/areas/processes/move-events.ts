import type { EventTypeOf } from '../../lib/event-types.ts'
import type { AppEvent } from '../../platform/events.ts'
import { notify } from '../notifications/service.ts'
import { objectsOf } from './enclosing.ts'
import type { Move } from './move.ts'
import type { Instance } from './store/instances.ts'
import type { Ended } from './store/tasks.ts'

type TaskNews = {
  isNew: boolean
  event: string
  about: Record<string, unknown>
  ended: readonly Ended[]
}

/** Emits the events of a move: created and ended tasks, and changes of the instance. */
export async function emitMoveEvents(move: Move, told: TaskNews): Promise<void> {
  const { namespace, code } = move.published
  const all = [...aboutInstance(move, told), ...aboutTasks(move, told)]
  for (const event of all) await move.ctx.emit({ ...event, namespace, code })
}

/** Moves are in the history; events are only for start, end and what people did. */
function aboutInstance({ instance, rows }: Move, { isNew, event, about }: TaskNews): AppEvent[] {
  const object = `instance:${instance.id}`
  const { id: _, ...incident } = [...rows.incidents.values()][0] ?? { id: '' }
  const { end } = instance.control
  const all: (AppEvent | false)[] = [
    isNew && { type: 'bpm.instance.started', object, data: { name: instance.name } },
    PEOPLE_DO[event] !== undefined && { type: PEOPLE_DO[event], object, data: about },
    rows.incidents.size > 0 && { type: 'bpm.instance.incident_raised', object, data: incident },
    end !== undefined && { type: ENDS[end.kind], object, data: { ...end } },
  ]
  return all.filter((each) => each !== false)
}

const PEOPLE_DO: Record<string, EventTypeOf<'instance'>> = {
  change: 'bpm.instance.changed',
  modify: 'bpm.instance.modified',
  suspend: 'bpm.instance.suspended',
  resume: 'bpm.instance.resumed',
  version: 'bpm.instance.version_changed',
  'version.queued': 'bpm.instance.version_queued',
  'version.refused': 'bpm.instance.version_refused',
  retry: 'bpm.instance.retried',
  restart: 'bpm.instance.restarted',
  skip: 'bpm.instance.skipped',
}

const ENDS = {
  done: 'bpm.instance.done',
  interrupted: 'bpm.instance.interrupted',
  error: 'bpm.instance.failed',
} as const

function aboutTasks({ instance, rows, published }: Move, { ended }: TaskNews): AppEvent[] {
  const origin = originOf(instance)
  const flows = Object.values(published.program.model.flows)
  const nameOf = (exit: string | null | undefined) =>
    flows.find(({ id }) => published.blockId(id) === exit)?.name || undefined
  const created = [...rows.tasks.values()].map(({ id, name, node, performers, due_at }) => ({
    type: 'task.created' as const,
    object: `task:${id}`,
    data: { ...origin, name, element: node, performers, due: due_at },
  }))
  const fresh = [...rows.tasks.values()].filter(({ ended_at }) => ended_at !== null)
  const gone = [
    ...fresh,
    ...ended.map(({ token, ...task }) => ({ ...task, ...rows.endedTasks.get(token) })),
  ].map(({ id, name, performers, state, exit, comment }) => ({
    type: state === 'closed' ? ('task.closed' as const) : ('task.cancelled' as const),
    object: `task:${id}`,
    data: {
      ...origin,
      name,
      performers,
      ...(state === 'closed' && { exit, exitName: nameOf(exit), comment }),
    },
  }))
  return [...created, ...gone]
}

/** Notifies new performers in their inbox. */
export async function notifyPerformers({ ctx, rows, instance, published }: Move): Promise<void> {
  const open = [...rows.tasks.values()].filter(({ ended_at }) => ended_at === null)
  const within = objectsOf(instance, published)
  for (const { id, name, performers } of open) {
    const to = performers.map((user) => ({ user, text: name }))
    await notify(ctx, { kind: 'task', object: `task:${id}`, within, to })
  }
}

/** What a task belongs to: events about an item appear in its activity stream. */
export const originOf = ({ id, item }: Pick<Instance, 'id' | 'item'>) => ({
  instance: id,
  ...(item && { item: item[0] }),
})
