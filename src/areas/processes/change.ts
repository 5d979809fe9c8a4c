import type { Control, IncidentKind, Values } from '../../engine/state.ts'
import { tokensIn } from '../../engine/tokens.ts'
import { wrongValue } from '../../fields/values.ts'
import { invalid } from '../../lib/errors.ts'
import type { Context } from '../../platform/context.ts'
import { referencesIn } from '../apps/on-behalf.ts'
import { type Held, requireActive } from './hold.ts'
import { beginMove, feed, finishMove, moveInstance } from './move.ts'
import { readChanges, requireFilled, requireNamed } from './variables.ts'

export async function interrupt(ctx: Context, { instance }: Held, comment: string): Promise<void> {
  requireActive(instance)
  const reason = comment === '' ? {} : { reason: comment }
  const event = { type: 'interrupt', actor: ctx.user.id, ...reason } as const
  const refused = await moveInstance(ctx, instance, event, { comment })
  if (refused !== undefined) throw invalid(refused)
}

type Change = { context: Record<string, unknown>; comment: string }

/** Corrects variables; steps that failed because of the old values are retried. */
export async function changeContext(
  ctx: Context,
  { instance, published }: Held,
  { context, comment }: Change,
): Promise<void> {
  requireActive(instance)
  const values = await readContextChange(ctx, { instance, published }, context)
  const move = beginMove(ctx, published, instance)
  const refused = await feed(move, { type: 'change', values, actor: ctx.user.id })
  if (refused !== undefined) throw invalid(refused)
  for (const token of failedTokens(move.state.control)) await feed(move, { type: 'retry', token })
  const changes = Object.entries(values).map(([code, after]) => [
    code,
    { before: instance.context[code] ?? null, after },
  ])
  await finishMove(move, 'change', { comment, changes: Object.fromEntries(changes) })
}

/** Checks the values that somebody may set in a running instance. */
export async function readContextChange(
  ctx: Context,
  { instance, published }: Held,
  context: Record<string, unknown>,
): Promise<Values> {
  const values = readChanges(published.byCode, context)
  requireFilled(published.byCode, values)
  requireSameItem({ instance, published }, values)
  await requireNamed(ctx, published.byCode, { values, before: instance.context })
  return values
}

/** The item must stay the same: approvals, locks and rights depend on it. */
function requireSameItem({ instance, published }: Held, values: Values): void {
  const [item] = instance.item ?? []
  if (!item) return
  for (const [code, after] of Object.entries(values)) {
    const field = published.byCode.get(code)
    const names = (value: unknown) =>
      field !== undefined && referencesIn(field, value ?? []).some(({ id }) => id === item.id)
    if (names(instance.context[code]) && !names(after)) {
      throw wrongValue(code, 'it holds the item of this instance, which cannot change')
    }
  }
}

const ABOUT_VALUES: IncidentKind[] = ['expression', 'no-way', 'no-people', 'operation']

const failedTokens = (control: Control): number[] =>
  Object.entries(tokensIn(control))
    .filter(([, { incident }]) => incident && ABOUT_VALUES.includes(incident.kind))
    .map(([no]) => Number(no))
