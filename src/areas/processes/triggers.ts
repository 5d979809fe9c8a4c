import { type Snapshot, wholeSnapshot } from '../../definitions/snapshot.ts'
import { ANY_APP, startsOf } from '../../engine/starts.ts'
import type { Field } from '../../fields/field-type.ts'
import { pathOf } from '../../lib/app-path.ts'
import { Cache, memoize } from '../../lib/cache.ts'
import type { Context } from '../../platform/context.ts'
import type { AppEvent, Cause, EventKind, Listener, Listeners } from '../../platform/events.ts'
import type { Reference } from '../apps/on-behalf.ts'
import { statusCodeOf } from '../apps/statuses.ts'
import { arePaused, clocksFor } from './clocks/item-statuses.ts'
import { findHandlers, handlingJobs } from './modules/handlers.ts'
import { PROCESS_JOBS } from './move.ts'
import { getNewest, type Published, type Template } from './published.ts'
import { insertJobs, type NewJob } from './store/jobs.ts'
import { hasStatusWaits, listStatusWaits } from './store/waits.ts'

/** The item trigger of a start event: created, updated, or given a status. */
type Binding = {
  templateId: string
  version: number
  node: string
  on: string
  /** Only when the item gets this status; '' = any. */
  status: string
  /** The variable for the item. */
  variable: Field | undefined
}

/** Adds jobs only: an instance is never locked after an item. */
const onItems: Listener = {
  hears: async (ctx, kind) => {
    if (isSilent(kind)) return false
    const { namespace = '', code = '' } = kind
    const on = ON[kind.type] ?? ''
    if ((await findHandlers(ctx, { namespace, code, on })).length > 0) return true
    const bound = await bindingsFor(ctx, { namespace, code })
    if (bound.some((each) => each.on === on)) return true
    if (on !== 'status') return false
    return (await arePaused(ctx)) || (await hasStatusWaits(ctx.db, { namespace, code }))
  },
  run: async (ctx, events) => {
    const heard = events.filter((event) => !isSilent(event))
    const jobs: NewJob[] = []
    for (const event of heard) jobs.push(...(await jobsFor(ctx, event)))
    const moved = heard.filter(({ type }) => ON[type] === 'status')
    jobs.push(...(await clocksFor(ctx, moved.map(referenceOf))))
    if (jobs.length === 0) return
    await insertJobs(ctx.db, jobs)
    ctx.nudge(PROCESS_JOBS)
  },
}

/** New items start processes only if requested. */
const isSilent = ({ type, data }: EventKind): boolean =>
  ON[type] === 'created' && data.withHandlers !== true

async function jobsFor(ctx: Context, event: AppEvent): Promise<NewJob[]> {
  const on = ON[event.type] ?? ''
  const reference = referenceOf(event)
  const status = on === 'status' ? await newStatus(ctx, event) : ''
  const cause = event.data.cause as Cause | undefined
  return [
    ...(await startsFor(ctx, cause, { on, status, reference })),
    ...(await handlingJobs(ctx, { item: reference, on, cause })),
    ...(status === '' ? [] : await waitsFor(ctx, reference, status)),
  ]
}

const referenceOf = ({ namespace = '', code = '', object }: AppEvent): Reference => ({
  ...{ namespace, code },
  id: object.split('/').at(-1) ?? '',
})

const ON: Record<string, string> = {
  'app.item.created': 'created',
  'app.item.updated': 'updated',
  'app.item.status_changed': 'status',
  'app.item.deleted': 'deleted',
}

/** Events of items that start processes, or that processes wait for. */
export const itemListeners: Listeners = Object.fromEntries(
  Object.keys(ON).map((type) => [type, onItems]),
)

async function newStatus(ctx: Context, { namespace = '', code = '', data }: AppEvent) {
  const app = (await wholeSnapshot(ctx)).findApp(namespace, code)
  const { __status } = data.after as { __status?: { status: number } }
  return (app && __status && statusCodeOf(app, __status.status)) ?? ''
}

type Happened = { on: string; status: string; reference: Reference }

async function startsFor(
  ctx: Context,
  cause: Cause | undefined,
  { on, status, reference }: Happened,
): Promise<NewJob[]> {
  const bound = await bindingsFor(ctx, reference)
  return (
    bound
      .filter((each) => each.on === on && (each.status === '' || each.status === status))
      // Otherwise a process that changes its item would start again and again.
      .filter(({ templateId }) => templateId !== cause?.template)
      .map(({ templateId, version, node, variable }) => ({
        instance_id: null,
        token: 0,
        kind: 'start',
        max_attempts: 1,
        payload: {
          template: templateId,
          node,
          version,
          context: variable ? { [variable.code]: [valueFor(variable, reference)] } : {},
          item: reference,
          by: ctx.user.id,
          depth: (cause?.depth ?? -1) + 1,
        },
      }))
  )
}

const waitsFor = async (ctx: Context, item: Reference, status: string): Promise<NewJob[]> =>
  (await listStatusWaits(ctx.db, item, status)).map(({ instance_id, token }) => ({
    instance_id,
    token,
    kind: 'status',
    max_attempts: 1,
    payload: {},
  }))

const valueFor = ({ type }: Field, reference: Reference) =>
  type === 'REF_ITEM' ? reference : reference.id

async function bindingsFor(
  ctx: Context,
  { namespace, code }: { namespace: string; code: string },
): Promise<Binding[]> {
  const bindings = await bindingsOf(ctx)
  return [pathOf({ namespace, code }), ANY_APP].flatMap((app) => bindings.get(app) ?? [])
}

const bindingsOn = memoize((_: Snapshot) => new Cache<Promise<Map<string, Binding[]>>>())

/** Processes triggered by items, by app; cached per set of definitions. */
async function bindingsOf(ctx: Context): Promise<Map<string, Binding[]>> {
  const snapshot = await wholeSnapshot(ctx)
  return bindingsOn(snapshot).get('', () => readBindings(ctx, snapshot))
}

async function readBindings(ctx: Context, snapshot: Snapshot): Promise<Map<string, Binding[]>> {
  const bindings = new Map<string, Binding[]>()
  for (const template of snapshot.live('process')) {
    if (template.processVersion === null) continue
    for (const { app, ...binding } of bindingsIn(await getNewest(ctx, template as Template))) {
      bindings.set(app, [...(bindings.get(app) ?? []), binding])
    }
  }
  return bindings
}

function bindingsIn(published: Published): (Binding & { app: string })[] {
  const { program, fields, templateId, version } = published
  return startsOf(program.model).flatMap((start) => {
    if (start.kind !== 'item') return []
    const { node, app, event: on, status = '', result } = start
    const isLink = (each: Field) => each.type === 'SYS_COLLECTION' && each.app === app
    const variable = fields.find((each) =>
      result === undefined
        ? isLink(each)
        : each.code === result && (isLink(each) || each.type === 'REF_ITEM'),
    )
    return [{ app, templateId, version, node, on, status, variable }]
  })
}
