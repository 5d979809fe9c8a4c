import type { Target } from '../../../engine/effects.ts'
import type { Reference } from '../../apps/on-behalf.ts'
import * as docflow from '../approvals/service.ts'
import type { Move } from '../move.ts'
import { findTarget } from '../targets.ts'
import type { EffectOf } from './carry-out.ts'

/** Approval sheets and acknowledgement lists belong to items; without an item there is nothing to record. */
const withItem =
  <Effect extends { token: number; target: Target }>(
    act: (
      move: Move,
      effect: Effect,
      kept: { item: Reference; step: docflow.Step },
    ) => Promise<void>,
  ) =>
  async (move: Move, effect: Effect): Promise<void> => {
    const item = await findTarget(move, effect.target)
    if (item) await act(move, effect, { item, step: stepOf(move, effect.token) })
  }

const stepOf = ({ instance }: Move, token: number): docflow.Step => ({
  instance: instance.id,
  caller: instance.parent_id,
  step: token,
})

export const openSheet = withItem<EffectOf<'sheet.open'>>(
  ({ ctx, published }, { node, kind, respondents }, { item, step }) => {
    const isFresh = published.program.node(node).settings.cleanUp === 'true'
    return docflow.openList(ctx, step, { item, kind, people: respondents, isFresh })
  },
)

export const answerSheet = (move: Move, effect: EffectOf<'sheet.answer'>): Promise<void> => {
  const { sheet, respondent, answer, comment = '', actor } = effect
  const answering = { respondent, answer, comment, actor }
  return docflow.answerList(move.ctx, stepOf(move, sheet), answering)
}

export const withdrawSheet = (move: Move, { token }: EffectOf<'sheet.withdraw'>): Promise<void> =>
  docflow.withdrawList(move.ctx, stepOf(move, token))

export const closeSheet = withItem<EffectOf<'sheet.close'>>(
  ({ ctx }, { isApproved }, { item, step }) => docflow.closeSheet(ctx, step, { item, isApproved }),
)

export const sign = withItem<EffectOf<'signature'>>(({ ctx, actor }, effect, { item, step }) =>
  docflow.signItem(ctx, step, { item, signer: effect.actor ?? actor }),
)

const SHEETS = ['approval_list_process', 'inform_list_process']

/** Closes the open sheets of an ended process. */
export async function endSheets(move: Move, { end }: EffectOf<'ended'>): Promise<void> {
  const { nodes } = move.published.program.model
  if (!Object.values(nodes).some(({ type }) => SHEETS.includes(type))) return
  await docflow.endLists(move.ctx, move.instance.id, { isDone: end.kind === 'done' })
}
