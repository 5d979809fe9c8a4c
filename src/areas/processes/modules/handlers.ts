import { randomUUID } from 'node:crypto'
import { type Snapshot, wholeSnapshot } from '../../../definitions/snapshot.ts'
import { pathOf } from '../../../lib/app-path.ts'
import { memoize } from '../../../lib/cache.ts'
import { AppError } from '../../../lib/errors.ts'
import { SYSTEM } from '../../../platform/caller.ts'
import type { Context } from '../../../platform/context.ts'
import type { Cause } from '../../../platform/events.ts'
import type { ScriptField } from '../../../platform/scripts/world/environment.ts'
import type { Reference } from '../../apps/on-behalf.ts'
import { type Executor, FinalFailure } from '../jobs/outcome.ts'
import { findScriptUser } from '../scripts/acting-user.ts'
import { findPlace, type Program, type RunProgram } from '../scripts/program.ts'
import { findVersionOf } from '../store/instances.ts'
import type { NewJob } from '../store/jobs.ts'
import { findModule, placeOf } from './module.ts'

type Handler = { module: string; code: string; on: string; app: string | undefined }

const handlersIn = memoize((snapshot: Snapshot): Handler[] =>
  snapshot
    .live('module')
    .filter(({ body }) => body.enabled)
    .flatMap(({ code: module, body }) =>
      Object.entries(body.handlers).map(([code, { on, app }]) => ({ module, code, on, app })),
    ),
)

/** Handlers of modules for an event of items of an app. */
export async function findHandlers(
  ctx: Context,
  { namespace, code, on }: { namespace: string; code: string; on: string },
): Promise<Handler[]> {
  const path = pathOf({ namespace, code })
  return handlersIn(await wholeSnapshot(ctx)).filter(
    (each) => each.on === on && (each.app === undefined || each.app === path),
  )
}

const MOST_ATTEMPTS = 5

/** A handler runs once in a chain: otherwise several that change the same item would never end. */
export async function handlingJobs(
  ctx: Context,
  { item, on, cause }: { item: Reference; on: string; cause: Cause | undefined },
): Promise<NewJob[]> {
  const through = cause ? [...(cause.through ?? []), cause.template] : []
  return (await findHandlers(ctx, { ...item, on }))
    .filter((handler) => !through.includes(nameOf(handler)))
    .map(({ module, code }) => ({
      instance_id: null,
      token: 0,
      kind: 'module.event',
      max_attempts: MOST_ATTEMPTS,
      payload: {
        ...{ module, code, item, through, by: ctx.user.id, seed: randomUUID() },
        ...{ depth: (cause?.depth ?? -1) + 1, instance: cause?.instance, chain: cause?.chain },
      } satisfies Heard,
    }))
}

const nameOf = ({ module, code }: Pick<Handler, 'module' | 'code'>) =>
  `module:${module}/handlers/${code}`

type Heard = Pick<Cause, 'depth'> & {
  chain: Cause['chain']
  module: string
  code: string
  item: Reference
  by: string
  /** The instance that changed the item. */
  instance: string | undefined
  through: string[]
  /** Not derived from the job's id alone: ids are sequential, so random numbers could be guessed. */
  seed: string
}

/** Runs a handler. */
export const runHandler =
  (run: RunProgram): Executor =>
  async (work, tools) => {
    const heard = work.payload as Heard
    const { module: name, code, item, seed } = heard
    const cause = causeIn(heard)
    const module = await findModule(tools.ctx, name)
    const handler = module?.handlers[code]
    // It was removed meanwhile.
    if (!module || !handler) return { type: 'done', result: null }
    const source = module.scripts[handler.script] ?? ''
    const place = { ...(await findPlace(tools.ctx, source, placeOf(name))), fields: FIELDS }
    const ran = await run(
      {
        ...{ source, called: handler.function, place, seed, threads: 'asking' },
        answer: '__result',
        context: {},
        prepare: (answer) => readItem(answer, item),
        cause,
        findUser: async () => {
          const author = await findAuthor(tools.ctx, heard)
          return findScriptUser(tools.ctx, { named: module.scriptUser, author, ...BY_CHANGE })
        },
      },
      work,
      tools,
    )
    return { type: 'done', ...ran }
  }

const causeIn = ({ module, code, depth, through, chain }: Heard): Cause => ({
  template: nameOf({ module, code }),
  depth,
  ...(through.length > 0 && { through }),
  ...(chain && { chain }),
})

/** A change by a process counts as made by whoever started it. */
async function findAuthor(ctx: Context, { by, instance }: Heard): Promise<string> {
  if (by !== SYSTEM.id || instance === undefined) return by
  return (await findVersionOf(ctx.db, instance))?.created_by ?? by
}

const BY_CHANGE = { owner: 'module', did: 'changed the item' }

const field = (code: string, type: string): ScriptField => ({
  ...{ code, type, single: true, data: {}, view: { name: code } },
})

/** The variables of handlers: a reference to the item, and its values as in the API. */
const FIELDS = [field('__item', 'REF_ITEM'), field('item', 'JSON'), field('__data', 'JSON')]

/** If the item is gone or the script's user may not read it, only its reference is given. */
async function readItem(
  answer: Parameters<NonNullable<Program['prepare']>>[0],
  { namespace, code, id }: Reference,
): Promise<Record<string, unknown>> {
  const asked = { call: 'apps.getItem', params: { namespace, code, id }, input: {} }
  const item = await answer(asked).then(
    (text) => JSON.parse(text).item as object,
    (error: unknown) => {
      if (error instanceof AppError && !(error instanceof FinalFailure)) return { __id: id }
      throw error
    },
  )
  return { __item: [{ namespace, code, id }], item, __data: { item } }
}
