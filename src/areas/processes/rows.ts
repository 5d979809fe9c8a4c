import type { Context } from '../../platform/context.ts'
import * as messages from './messages/store.ts'
import * as jobs from './store/jobs.ts'
import * as tasks from './store/tasks.ts'
import * as waits from './store/waits.ts'

/** The rows that a move writes around its instance, all at once at its end. */
export type Rows = {
  tasks: Map<number, tasks.NewTask>
  endedTasks: Map<number, tasks.EndedTask>
  jobs: jobs.NewJob[]
  messages: messages.NewMessage[]
  /** Tokens whose jobs are deleted. */
  droppedJobs: Set<number>
  /** Tokens whose children are interrupted. */
  leftChildren: number[]
  subscriptions: Map<number, waits.NewSubscription>
  droppedSubscriptions: Set<number>
  callbacks: Map<number, waits.NewCallback>
  endedCallbacks: Map<number, waits.EndedCallback>
  incidents: Map<number, waits.NewIncident>
  closedIncidents: Set<number>
}

export const newRows = (): Rows => ({
  tasks: new Map(),
  endedTasks: new Map(),
  jobs: [],
  messages: [],
  droppedJobs: new Set(),
  leftChildren: [],
  subscriptions: new Map(),
  droppedSubscriptions: new Set(),
  callbacks: new Map(),
  endedCallbacks: new Map(),
  incidents: new Map(),
  closedIncidents: new Set(),
})

/** Deletes the jobs of a token, stored ones and those of this move. */
export function dropJobs(rows: Rows, instanceId: string, token: number): void {
  rows.jobs = rows.jobs.filter((job) => job.instance_id !== instanceId || job.token !== token)
  rows.droppedJobs.add(token)
}

/** Returns the ended tasks. Sends all statements without waiting, so that they share one round trip. */
export async function writeRows(
  { db }: Context,
  rows: Rows,
  { origin, at, by }: { origin: tasks.TaskOrigin } & tasks.Stamp,
): Promise<tasks.Ended[]> {
  const { instanceId: id } = origin
  const list = <T>(values: Map<number, T>) => [...values.values()]
  const has = ({ size }: { size: number }) => size > 0
  const awaited = list(rows.subscriptions).filter(({ kind }) => kind === 'message')
  const ended = has(rows.endedTasks)
    ? tasks.endTasks(db, id, list(rows.endedTasks), { at, by })
    : Promise.resolve([])
  await Promise.all([
    ended,
    has(rows.droppedJobs) && jobs.deleteJobs(db, id, [...rows.droppedJobs]),
    has(rows.droppedSubscriptions) &&
      waits.deleteSubscriptions(db, id, [...rows.droppedSubscriptions]),
    has(rows.closedIncidents) &&
      waits.closeIncidents(db, id, [...rows.closedIncidents], { at, by }),
    has(rows.endedCallbacks) && waits.endCallbacks(db, id, list(rows.endedCallbacks), { at, by }),
    has(rows.tasks) && tasks.insertTasks(db, list(rows.tasks), origin, { at, by }),
    rows.leftChildren.length > 0 && jobs.interruptChildren(db, id, rows.leftChildren),
    rows.jobs.length > 0 && jobs.insertJobs(db, rows.jobs),
    ...rows.messages.map((message) => messages.insertMessage(db, message)),
    has(rows.subscriptions) && waits.insertSubscriptions(db, id, list(rows.subscriptions)),
    awaited.length > 0 && messages.wakeMessages(db, awaited),
    has(rows.callbacks) && waits.insertCallbacks(db, id, list(rows.callbacks), at),
    has(rows.incidents) && waits.insertIncidents(db, id, list(rows.incidents), at),
  ])
  return ended
}
