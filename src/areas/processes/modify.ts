import type { Modification } from '../../engine/modify.ts'
import type { Control } from '../../engine/state.ts'
import { tokensIn } from '../../engine/tokens.ts'
import { invalid } from '../../lib/errors.ts'
import type { Context } from '../../platform/context.ts'
import { readContextChange } from './change.ts'
import { type Held, requireActive } from './hold.ts'
import { beginMove, feed, finishMove } from './move.ts'

/** A change of tokens by their element, so that it applies to many instances. */
export type Change = {
  action: 'add' | 'move' | 'cancel' | 'restart' | 'skip'
  /** The element of the tokens. */
  element?: string | undefined
  /** The element where a token is placed. */
  to?: string | undefined
  /** The flow by which a skipped step is left. */
  flow?: string | undefined
}

export type ModifyRequest = {
  changes: readonly Change[]
  variables: Record<string, unknown>
  comment: string
  dryRun: boolean
}

/** Thrown to roll everything back; carries the answer of a dry run. */
export class DryRun extends Error {
  readonly elements: string[]

  constructor(elements: string[]) {
    super('a dry run')
    this.elements = elements
  }
}

/** Changes tokens and variables of a locked instance in one move; returns where it is afterwards. */
export async function modifyInstance(
  ctx: Context,
  held: Held,
  { changes, variables, comment, dryRun }: ModifyRequest,
): Promise<string[]> {
  const { instance, published } = held
  requireActive(instance)
  const values = await readContextChange(ctx, held, variables)
  const move = beginMove(ctx, published, instance)
  if (Object.keys(values).length > 0) {
    await requireTaken(feed(move, { type: 'change', values, actor: ctx.user.id }))
  }
  const all = changes.flatMap((change) => resolve(move.state.control, change))
  if (all.length > 0) await requireTaken(feed(move, { type: 'modify', changes: all }))
  await finishMove(move, 'modify', { comment, changes, variables: values })
  const elements = elementsOf(move.state.control)
  if (dryRun) throw new DryRun(elements)
  return elements
}

async function requireTaken(fed: Promise<string | undefined>): Promise<void> {
  const refused = await fed
  if (refused !== undefined) throw invalid(refused)
}

function resolve(control: Control, { action, element, to, flow }: Change): Modification[] {
  if (action === 'add') return [{ type: 'add', node: required(to, 'to', action) }]
  const at = required(element, 'element', action)
  const tokens = stepsIn(control).filter(({ node }) => node === at)
  if (tokens.length === 0) throw invalid(`the instance is not at "${at}"`)
  return tokens.map(({ token }) => {
    if (action === 'move') return { type: action, token, node: required(to, 'to', action) }
    if (action === 'skip') return { type: action, token, ...(flow !== undefined && { flow }) }
    return { type: action, token }
  })
}

function required(value: string | undefined, name: string, action: string): string {
  if (value === undefined) throw invalid(`"${action}" needs "${name}"`)
  return value
}

const stepsIn = (control: Control) =>
  Object.entries(tokensIn(control))
    .filter(([, { watches, respondent, run, isAgent }]) =>
      [watches, respondent, run, isAgent].every(isUnset),
    )
    .map(([token, { node }]) => ({ token: Number(token), node }))

const isUnset = (value: unknown): boolean => value === undefined

const elementsOf = (control: Control): string[] => stepsIn(control).map(({ node }) => node)
