import { nodesOf } from '../../../engine/model.ts'
import { tokensIn } from '../../../engine/tokens.ts'
import { invalid } from '../../../lib/errors.ts'
import type { Context } from '../../../platform/context.ts'
import { type Held, requireActive } from '../hold.ts'
import { moveInstance } from '../move.ts'
import { holdForChange } from './changes.ts'

type Choice = { element: string; token?: number | undefined; comment: string }

/** Begins an activity of an ad-hoc sub-process: for the author of the instance and users who may change it. */
export async function beginActivity(
  ctx: Context,
  id: string,
  { element, token: wanted, comment }: Choice,
): Promise<void> {
  const held = await holdForChange(ctx, id, { isAuthorEnough: true })
  requireActive(held.instance)
  const { parent } = held.published.program.model.nodes[element] ?? {}
  const token = openToken(held, parent, wanted)
  if (token === undefined) throw invalid(`"${element}" cannot be chosen now${choosable(held)}`)
  const event = { type: 'activate', token, node: element } as const
  const refused = await moveInstance(ctx, held.instance, event, { element, comment })
  if (refused !== undefined) throw invalid(refused)
}

/** Completes an ad-hoc sub-process: its open activities are withdrawn. */
export async function completeActivities(
  ctx: Context,
  id: string,
  { element, token: wanted, comment }: Choice,
): Promise<void> {
  const held = await holdForChange(ctx, id, { isAuthorEnough: true })
  requireActive(held.instance)
  const token = openToken(held, element, wanted)
  if (token === undefined) throw invalid(`"${element}" is not open`)
  const event = { type: 'complete', token } as const
  const refused = await moveInstance(ctx, held.instance, event, { element, comment })
  if (refused !== undefined) throw invalid(refused)
}

/** The token of an ad-hoc sub-process that can be chosen in: the given one, or the only one. */
function openToken(held: Held, node: string | undefined, wanted?: number): number | undefined {
  const open = openTokens(held, node)
  if (wanted !== undefined) return open.find((token) => token === wanted)
  if (open.length < 2) return open[0]
  throw invalid(`"${node}" runs several times: specify the token, one of ${open.join(', ')}`)
}

const openTokens = ({ instance }: Held, node: string | undefined): number[] =>
  Object.entries(tokensIn(instance.control))
    .filter(([, token]) => token.waits === 'selection' && token.node === node)
    .map(([token]) => Number(token))

function choosable(held: Held): string {
  const open = nodesOf(held.published.program.model).filter(
    ({ id, adHoc }) => adHoc && openTokens(held, id).length > 0,
  )
  const names = open.flatMap(({ id }) => held.published.program.facts(id).starts)
  return names.length > 0
    ? `, expected one of ${names.map(({ id }) => id).join(', ')}`
    : ': no ad-hoc sub-process is open'
}
