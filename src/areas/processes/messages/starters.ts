import { snapshotOf } from '../../../definitions/snapshot.ts'
import { startsOf } from '../../../engine/starts.ts'
import type { Values } from '../../../engine/state.ts'
import type { Context } from '../../../platform/context.ts'
import { getNewest, type Published, type Template } from '../published.ts'
import { startInstance } from '../start.ts'
import { listSuspended } from '../store/suspensions.ts'
import { declaredValues } from '../variables.ts'
import type { Receiver } from './store.ts'

export type Starter = {
  published: Published
  node: string
  part?: number | undefined
  /** Starts also if an instance waits for the message. */
  isAlways: boolean
}

/** Active processes whose newest version starts with this message or signal. */
export async function findStarters(
  ctx: Context,
  kind: 'message' | 'signal',
  name: string,
): Promise<Starter[]> {
  const found = (await listStarters(ctx, kind)).filter((each) => each.name === name)
  if (found.length === 0) return found
  const suspended = await listSuspended(
    ctx.db,
    found.map((each) => each.published.templateId),
  )
  return found.filter((each) => !suspended.has(each.published.templateId))
}

/** All processes that start with a message or a signal, suspended or not, by its name. */
export async function listStarters(
  ctx: Context,
  kind: 'message' | 'signal',
): Promise<(Starter & { name: string })[]> {
  const live = (await snapshotOf(ctx)).live('process')
  const published = await Promise.all(
    live
      .filter(({ processVersion }) => processVersion !== null)
      .map((template) => getNewest(ctx, template as Template)),
  )
  return published.flatMap((each) =>
    startsOf(each.program.model)
      .filter((start) => start.kind === kind && 'name' in start)
      .map(({ node, ...start }) => ({
        published: each,
        name: 'name' in start ? start.name : '',
        node,
        part: 'part' in start ? start.part : undefined,
        isAlways: each.program.node(node).settings.always === 'true',
      })),
  )
}

/** Starts with values from outside: those its event stores are validated as for any start. */
export async function startWith(
  ctx: Context,
  { published, node, part }: Starter,
  values: Values,
): Promise<Receiver> {
  const context = declaredValues(published, node, values)
  const hasMappings = published.program.facts(node).outputs.length > 0
  const mapped = hasMappings ? { values } : {}
  const { id } = await startInstance(ctx, published, { context, node, part, ...mapped })
  return { instance: id, element: node, isStarted: true }
}
