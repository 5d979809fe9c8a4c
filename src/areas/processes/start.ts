import { newState } from '../../engine/state.ts'
import type { Field } from '../../fields/field-type.ts'
import { conflict, invalid } from '../../lib/errors.ts'
import { newId } from '../../lib/ids.ts'
import type { Context } from '../../platform/context.ts'
import { DEEPEST } from '../../platform/outside/chain.ts'
import { lockItem, referencesIn } from '../apps/on-behalf.ts'
import { beginMove, feed, finishMove } from './move.ts'
import { fillTemplate } from './names.ts'
import type { Published } from './published.ts'
import { type Instance, type ItemReference, isRunningFor } from './store/instances.ts'
import { NOT_STORED } from './store/pages.ts'
import { translatorOf } from './texts.ts'
import { readStart, requireNamed } from './variables.ts'

export type Starting = {
  /** The object of another system that it is about. */
  id?: string
  /** Variables in the wire format; other keys are ignored. */
  context: Record<string, unknown>
  /** The start event, if not the plain one. */
  node?: string
  /** Which of its triggers happened, if it needs several. */
  part?: number | undefined
  /** Values of the trigger. */
  values?: Record<string, unknown>
  by?: string
  item?: ItemReference
  target?: string
  parent?: { id: string; token: number }
  /** The depth of calling processes. */
  depth?: number
}

/** Creates an instance and runs it until it waits. */
export async function startInstance(
  ctx: Context,
  published: Published,
  starting: Starting,
): Promise<Instance> {
  if ((starting.depth ?? 0) > DEEPEST) {
    throw invalid(`calls between processes are nested deeper than ${DEEPEST} levels`)
  }
  const values = readStart(published.byCode, starting.context)
  await requireNamed(ctx, published.byCode, { values })
  const move = beginMove(ctx, published, await newInstance(ctx, published, starting, values))
  const { node, part, values: triggered } = starting
  const refused = await feed(move, {
    type: 'start',
    ...(node !== undefined && { node }),
    ...(part !== undefined && { part }),
    ...(triggered && { values: triggered }),
  })
  if (refused !== undefined) throw invalid(refused)
  await finishMove(move, 'start', starting.parent ? { parent: starting.parent.id } : {})
  return move.instance
}

async function newInstance(
  ctx: Context,
  published: Published,
  starting: Starting,
  values: Record<string, unknown>,
): Promise<Instance> {
  const { body, byCode, templateId, version } = published
  const by = starting.by ?? ctx.user.id
  const say = translatorOf(body, ctx.config.KONTOR_LANGUAGE)
  const title = say(body.nameTemplate ?? body.name)
  const item = await itemOf(ctx, published, starting, values)
  const { control } = newState()
  return {
    id: starting.id ?? newId(),
    template_id: templateId,
    version,
    state: 'exec',
    revision: 0,
    name: (await fillTemplate(ctx, title, { fields: byCode, values })) || body.name,
    control,
    context: values,
    stored: NOT_STORED,
    item: item ? [item] : null,
    target: starting.target ?? '',
    parent_id: starting.parent?.id ?? null,
    parent_token: starting.parent?.token ?? null,
    depth: starting.depth ?? 0,
    subscribers: [by],
    created_at: ctx.now(),
    created_by: by,
    suspended_at: null,
    is_suspended_itself: false,
    has_queued_move: false,
  }
}

async function itemOf(
  ctx: Context,
  published: Published,
  { item }: Starting,
  values: Record<string, unknown>,
): Promise<ItemReference | undefined> {
  if (!published.body.onePerItem) return item ?? ownItem(published, values)
  // The item that its steps use, whichever the caller named.
  const only = ownItem(published, values) ?? linkedItem(published, values) ?? item
  if (only) await requireNoneRunning(ctx, published, only)
  return only
}

/** Concurrent starts wait for each other at the item. */
async function requireNoneRunning(
  ctx: Context,
  { templateId, body }: Published,
  item: ItemReference,
): Promise<void> {
  await lockItem(ctx, item)
  if (await isRunningFor(ctx.db, templateId, item)) {
    throw conflict(`the process "${body.name}" is already running for this item`)
  }
}

/** The item of a process of an app: the one in its variable of that app. */
function ownItem(
  { namespace, fields }: Published,
  values: Record<string, unknown>,
): ItemReference | undefined {
  const app = namespace.replace('.', '/')
  return firstItem(
    fields.find((each) => isLink(each) && each.app === app),
    values,
  )
}

const linkedItem = ({ fields }: Published, values: Record<string, unknown>) =>
  firstItem(fields.find(isLink), values)

const isLink = ({ type }: Field) => type === 'SYS_COLLECTION'

const firstItem = (field: Field | undefined, values: Record<string, unknown>) =>
  field && referencesIn(field, values[field.code] ?? [])[0]
