import { snapshotOf } from '../../../definitions/snapshot.ts'
import { either, has } from '../../../kinds/condition.ts'
import type { Kind, Reader } from '../../../kinds/kind.ts'
import type { Context } from '../../../platform/context.ts'
import type { StoredEvent } from '../../../platform/events.ts'
import { enclosingInstance } from '../enclosing.ts'
import { instanceNames, instanceRows } from '../store/instance-rows.ts'
import { listTaskIds } from '../tasks.ts'
import { getInstance } from './service.ts'
import { may, ownInstances } from './visibility.ts'

export const instanceKind: Kind = {
  name: 'instance',
  rows: instanceRows,
  visible: async (reader) =>
    either(has('process', await readableProcesses(reader)), await ownInstances(reader)),
  search: instanceNames,
  within: enclosingInstance,
  feed: {
    code: 'instances',
    events: ['bpm.instance.', 'task.'],
    open: async (ctx, id) => ({
      followers: (await getInstance(ctx, id)).instance.__subscribers as string[],
    }),
    /** Events of its tasks are also its events. */
    parts: async (ctx, id) => (await listTaskIds(ctx, id)).map((task) => `task:${task}`),
  },
  hears: async ({ ctx }, event, isReader) =>
    isReader && (!isInner(event) || mayLookInside(ctx, event)),
}

const readableProcesses = ({ ctx, remember }: Reader): Promise<string[]> =>
  remember('processes', async () => {
    const all = (await snapshotOf(ctx)).all('process')
    const isOpen = await Promise.all(all.map((each) => may(ctx, each, 'read')))
    return all.filter((_, at) => isOpen[at]).map(({ id }) => id)
  })

/** Incidents and messages of a process are visible to users who may read the process. */
const isInner = ({ type }: StoredEvent): boolean => INNER.includes(type)

const INNER = [
  'bpm.instance.incident_raised',
  'bpm.instance.job_completed',
  'bpm.instance.job_failed',
  'bpm.notification',
]

async function mayLookInside(ctx: Context, event: StoredEvent): Promise<boolean> {
  const { receivers } = event.data
  if (Array.isArray(receivers) && receivers.includes(ctx.user.id)) return true
  return may(ctx, { namespace: event.namespace ?? '', code: event.code ?? '' }, 'read')
}
