import type { Control, IncidentKind } from '../../engine/state.ts'
import { invalid } from '../../lib/errors.ts'
import type { Context } from '../../platform/context.ts'
import { type Held, requireActive } from './hold.ts'
import { beginMove, feed, finishMove, moveInstance } from './move.ts'
import { readChanges, requireNamed } from './variables.ts'

export async function interrupt(ctx: Context, { instance }: Held, comment: string): Promise<void> {
  requireActive(instance)
  const reason = comment === '' ? {} : { reason: comment }
  const event = { type: 'interrupt', actor: ctx.user.id, ...reason } as const
  const refused = await moveInstance(ctx, instance, event, { comment })
  if (refused !== undefined) throw invalid(refused)
}

type Change = { context: Record<string, unknown>; comment: string }

/** Corrects variables; steps that stumbled over the old values are tried again with the new ones. */
export async function changeContext(
  ctx: Context,
  { instance, published }: Held,
  { context, comment }: Change,
): Promise<void> {
  requireActive(instance)
  const values = readChanges(published.byCode, context)
  await requireNamed(ctx, published.byCode, { values, before: instance.context })
  const move = beginMove(ctx, published, instance)
  const refused = await feed(move, { type: 'change', values, actor: ctx.user.id })
  if (refused !== undefined) throw invalid(refused)
  for (const token of stumbled(move.state.control)) await feed(move, { type: 'retry', token })
  const changes = Object.entries(values).map(([code, after]) => [
    code,
    { before: instance.context[code] ?? null, after },
  ])
  await finishMove(move, 'change', { comment, changes: Object.fromEntries(changes) })
}

const ABOUT_VALUES: IncidentKind[] = ['expression', 'no-way', 'no-people']

const stumbled = ({ tokens }: Control): number[] =>
  Object.entries(tokens)
    .filter(([, { incident }]) => incident && ABOUT_VALUES.includes(incident.kind))
    .map(([no]) => Number(no))
