import { snapshotOf } from '../../../definitions/snapshot.ts'
import { type Condition, either, has } from '../../../kinds/condition.ts'
import { ID, idIn, type Kind, type Reader } from '../../../kinds/kind.ts'
import type { Context } from '../../../platform/context.ts'
import { raw, sql } from '../../../platform/db/sql.ts'
import type { StoredEvent } from '../../../platform/events.ts'
import { actorsOf } from '../../people/substitutions/service.ts'

export type Place = { namespace: string; code: string }

export const resourceOf = ({ namespace, code }: Place) => ({
  kind: 'process',
  id: `${namespace}/${code}`,
})

export const may = (ctx: Context, place: Place, right: string): Promise<boolean> =>
  ctx.access.can(ctx.db, ctx.user, right, resourceOf(place))

export const instanceFacts = {
  process: idIn(raw('t.template_id')),
  author: idIn(raw('t.created_by')),
  /** Whoever was asked to do something in it. */
  performers: {
    values:
      raw(`array(select distinct p from kontor.process_tasks k cross join unnest(k.performers) p
      where k.instance_id = t.id)`),
    hasAny: (people: readonly string[]) => sql`t.id in (
      select k.instance_id from kontor.process_tasks k
      where k.performers && ${people}::uuid[] and k.instance_id = t.id)`,
  },
}

/** Those who started an instance and those who were asked to do something in it may see it. */
export const ownInstances = async (reader: Reader): Promise<Condition> =>
  either(has('author', [reader.ctx.user.id]), has('performers', await actorsOf(reader)))

const ofProcess = (column: string): string =>
  `(select d.${column} from kontor.definitions d where d.id = t.template_id)`

export const instanceKind: Kind = {
  name: 'instance',
  rows: {
    table: raw('kontor.process_instances'),
    key: ID,
    isLive: raw('t.deleted_at is null'),
    facts: instanceFacts,
  },
  visible: async (reader) =>
    either(has('process', await readableProcesses(reader)), await ownInstances(reader)),
  search: {
    texts: [raw('t.name')],
    newest: 20_000,
    select: raw(`t.name as title, ${ofProcess(`body ->> 'name'`)} as subtitle,
      ${ofProcess('namespace')} as namespace, ${ofProcess('code')} as code`),
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

/** What went wrong inside a process, and what it told others, is for those who may read the process. */
const isInner = ({ type }: StoredEvent): boolean =>
  type === 'bpm.instance.incident_raised' || type === 'bpm.notification'

async function mayLookInside(ctx: Context, event: StoredEvent): Promise<boolean> {
  const { receivers } = event.data
  if (Array.isArray(receivers) && receivers.includes(ctx.user.id)) return true
  return may(ctx, { namespace: event.namespace ?? '', code: event.code ?? '' }, 'read')
}
