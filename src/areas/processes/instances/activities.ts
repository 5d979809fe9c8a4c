import { nodesOf } from '../../../engine/model.ts'
import { tokensIn } from '../../../engine/tokens.ts'
import { invalid } from '../../../lib/errors.ts'
import type { Context } from '../../../platform/context.ts'
import { type Held, requireActive } from '../hold.ts'
import { moveInstance } from '../move.ts'
import type { Published } from '../published.ts'
import { holdForChange } from './changes.ts'

type Choice = { element: string; comment: string }

/** Begins an activity of an ad-hoc sub-process: for who started the process, and who may change it. */
export async function beginActivity(
  ctx: Context,
  id: string,
  { element, comment }: Choice,
): Promise<void> {
  const held = await holdForChange(ctx, id, { isAuthorEnough: true })
  requireActive(held.instance)
  const { parent } = held.published.program.model.nodes[element] ?? {}
  const token = openToken(held, parent)
  if (token === undefined) throw invalid(`"${element}" cannot be chosen now${choosable(held)}`)
  const event = { type: 'activate', token, node: element } as const
  const refused = await moveInstance(ctx, held.instance, event, { element, comment })
  if (refused !== undefined) throw invalid(refused)
}

/** Says that enough is done in an ad-hoc sub-process: what is open in it is withdrawn. */
export async function completeActivities(
  ctx: Context,
  id: string,
  { element, comment }: Choice,
): Promise<void> {
  const held = await holdForChange(ctx, id, { isAuthorEnough: true })
  requireActive(held.instance)
  const token = openToken(held, element)
  if (token === undefined) throw invalid(`"${element}" is not open`)
  const event = { type: 'complete', token } as const
  const refused = await moveInstance(ctx, held.instance, event, { element, comment })
  if (refused !== undefined) throw invalid(refused)
}

/** What can be chosen at an element: nothing, unless it is an ad-hoc sub-process. */
export function choicesAt({ program }: Published, element: string) {
  if (!program.model.nodes[element]?.adHoc) return []
  return program.facts(element).starts.map(({ id, name }) => ({ elementId: id, name }))
}

/** The token of an ad-hoc sub-process that waits for a choice. */
function openToken({ instance }: Held, node: string | undefined): number | undefined {
  const found = Object.entries(tokensIn(instance.control)).find(
    ([, token]) => token.waits === 'selection' && token.node === node,
  )
  return found && Number(found[0])
}

function choosable(held: Held): string {
  const open = nodesOf(held.published.program.model).filter(
    ({ id, adHoc }) => adHoc && openToken(held, id) !== undefined,
  )
  const names = open.flatMap(({ id }) =>
    choicesAt(held.published, id).map((each) => each.elementId),
  )
  return names.length > 0
    ? `, expected one of ${names.join(', ')}`
    : ': no ad-hoc sub-process is open'
}
