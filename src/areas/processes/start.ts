import { newState } from '../../engine/state.ts'
import { invalid } from '../../lib/errors.ts'
import { newId } from '../../lib/ids.ts'
import type { Context } from '../../platform/context.ts'
import { referencesIn } from '../apps/on-behalf.ts'
import { beginMove, feed, finishMove } from './move.ts'
import { fillTemplate } from './names.ts'
import type { Published } from './published.ts'
import type { Instance, ItemReference } from './store/instances.ts'
import { readStart, requireNamed } from './variables.ts'

export type Starting = {
  /** Variables in the wire format; the rest of what callers send is theirs to read. */
  context: Record<string, unknown>
  /** The start event, where it is not the plain one. */
  node?: string
  /** Values that come with what triggered the start event. */
  values?: Record<string, unknown>
  by?: string
  item?: ItemReference
  target?: string
  parent?: { id: string; token: number }
  /** How many processes stand behind it. */
  depth?: number
}

/** Makes an instance and lets it go as far as it can by itself. */
export async function startInstance(
  ctx: Context,
  published: Published,
  starting: Starting,
): Promise<Instance> {
  const values = readStart(published.byCode, starting.context)
  await requireNamed(ctx, published.byCode, { values })
  const move = beginMove(ctx, published, await newInstance(ctx, published, starting, values))
  const { node, values: triggered } = starting
  const refused = await feed(move, {
    type: 'start',
    ...(node !== undefined && { node }),
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
  const title = body.nameTemplate ?? body.name
  const item = starting.item ?? ownItem(published, values)
  const { control } = newState()
  return {
    id: newId(),
    template_id: templateId,
    version,
    state: 'exec',
    revision: 0,
    name: (await fillTemplate(ctx, title, { fields: byCode, values })) || body.name,
    control,
    context: values,
    item: item ? [item] : null,
    target: starting.target ?? '',
    parent_id: starting.parent?.id ?? null,
    parent_token: starting.parent?.token ?? null,
    depth: starting.depth ?? 0,
    subscribers: [by],
    created_at: ctx.now(),
    created_by: by,
  }
}

/** A process of an app is about the item of that app which it was given. */
function ownItem(
  { namespace, fields }: Published,
  values: Record<string, unknown>,
): ItemReference | undefined {
  const app = namespace.replace('.', '/')
  const field = fields.find((each) => each.type === 'SYS_COLLECTION' && each.app === app)
  return field && referencesIn(field, values[field.code] ?? [])[0]
}
