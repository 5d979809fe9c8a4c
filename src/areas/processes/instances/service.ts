import { checkCodes } from '../../../fields/values.ts'
import { kindName } from '../../../kinds/kind.ts'
import type { AppAddress } from '../../../lib/app-path.ts'
import { AppError, forbidden, invalid } from '../../../lib/errors.ts'
import { requireObject } from '../../../lib/existence.ts'
import { isId } from '../../../lib/ids.ts'
import type { Context } from '../../../platform/context.ts'
import type { Reference } from '../../apps/on-behalf.ts'
import { canUse } from '../../apps/policy.ts'
import { getNewest, getTemplate, type Published } from '../published.ts'
import { waitUntilSettled } from '../settled.ts'
import { type Starting, startInstance } from '../start.ts'
import { findInstance } from './lists.ts'
import { mayReadInstance, NOBODYS, type Owned, requireRight } from './policy.ts'
import type { StartLimit } from './start-limit.ts'
import type { InstanceView } from './views.ts'

type Json = Record<string, unknown>

export async function runProcess(
  ctx: Context,
  place: AppAddress,
  { context, limit }: { context: Json; limit: StartLimit },
): Promise<InstanceView> {
  const template = await getTemplate(ctx, place)
  await requireRight(ctx, place, 'create')
  limit.take(template.id, ctx.now())
  const published = await getNewest(ctx, template)
  checkCodes(ctx, context, published.byCode)
  const system = readSystem(ctx, context)
  if (system.item) await requireItem(ctx, published, system.item)
  const { id } = await startInstance(ctx, published, {
    ...{ context, ...system },
    depth: ctx.cause ? ctx.cause.depth + 1 : 0,
  })
  const found = await findInstance(ctx, id)
  if (!found) throw new Error('an instance that was started is not there')
  return found.instance
}

/** Automatic steps continue after the start: waits briefly, as an instance without people soon ends. */
export async function untilSettled(ctx: Context, id: string): Promise<InstanceView> {
  await waitUntilSettled(ctx, id)
  const found = await findInstance(ctx, id)
  if (!found) throw new Error('an instance that was started is not there')
  return found.instance
}

export async function getInstance(
  ctx: Context,
  id: string,
): Promise<{ instance: InstanceView; revision: number }> {
  const found = await findInstance(ctx, id)
  return requireObject({
    kind: 'process instance',
    id,
    found,
    placeholder: undefined,
    may: async (_, each) => mayReadInstance(ctx, each ? ownedIn(each.instance) : NOBODYS),
  })
}

const ownedIn = ({ __id, __createdBy, __template }: InstanceView): Owned => ({
  id: __id,
  created_by: String(__createdBy),
  place: __template as AppAddress,
})

/** Clients send whole empty instances: empty values are ignored, and most others are set by the server. */
function readSystem(ctx: Context, context: Json): Partial<Starting> {
  const { __createdBy: by, __item: item, __target: target } = context
  return {
    ...(isGiven(by) && ctx.user.isAdministrator && { by: userId(by) }),
    ...(isGiven(item) && !isBlank(item) && { item: reference(item) }),
    ...(isGiven(target) && { target: text(target) }),
  }
}

const isGiven = (value: unknown) => value !== undefined && value !== null && value !== ''
const isBlank = (value: unknown) =>
  typeof value === 'object' && !isGiven((value as Partial<Reference>).id)

function userId(value: unknown): string {
  if (typeof value === 'string' && isId(value)) return value.toLowerCase()
  throw invalid('field "__createdBy": expected the id of a user')
}

function reference(value: unknown): Reference {
  const { namespace, code, id } = (value ?? {}) as Json
  const isWhole = typeof namespace === 'string' && typeof code === 'string'
  if (isWhole && typeof id === 'string' && isId(id))
    return { namespace, code, id: id.toLowerCase() }
  throw invalid('field "__item": expected {"namespace", "code", "id"}')
}

/**
 * The performers of its tasks get a role on the item. The designer of a process decides that, by putting it into
 * the app or giving it a variable for its items; for any other item the caller needs the right `manage` on its
 * app.
 */
async function requireItem(ctx: Context, process: Published, item: Reference): Promise<void> {
  const { namespace, code, id } = item
  const kind = `item:${namespace}/${code}` as const
  const lost = await ctx.kinds.findUnreadable(ctx, [{ kind, id }])
  if (lost.size > 0) throw invalid(`field "__item": there is no ${kindName(kind)} with id ${id}`)
  if (isAbout(process, item) || (await canUse(ctx, item, 'manage'))) return
  throw forbidden(
    `field "__item": the process has no variable for items of ${namespace}/${code}, and its performers would get rights on the item: that needs the right "manage" on the app`,
  )
}

const isAbout = ({ namespace, fields }: Published, item: Reference): boolean =>
  namespace === `${item.namespace}.${item.code}` ||
  fields.some((each) => each.app === `${item.namespace}/${item.code}`)

function text(value: unknown): string {
  if (typeof value === 'string' && value.length <= 500) return value
  throw new AppError('invalid', 'field "__target": expected text of at most 500 characters')
}
