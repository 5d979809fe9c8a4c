import type { Move } from '../move.ts'
import type { EffectOf } from './carry-out.ts'

/** Approval sheets and lists of informed users are told of as events; who keeps them listens. */
const tellSheet =
  (type: string) =>
  async (move: Move, effect: Record<string, unknown> & { token: number }): Promise<void> => {
    const { ctx, instance, published } = move
    const { type: _, ...data } = effect
    await ctx.emit({
      type,
      object: `instance:${instance.id}`,
      namespace: published.namespace,
      code: published.code,
      data: { instance: instance.id, item: instance.item?.[0] ?? null, ...data },
    })
  }

export const openSheet: (move: Move, effect: EffectOf<'sheet.open'>) => Promise<void> =
  tellSheet('docflow.sheet.opened')
export const answerSheet: (move: Move, effect: EffectOf<'sheet.answer'>) => Promise<void> =
  tellSheet('docflow.sheet.answered')
export const withdrawSheet: (move: Move, effect: EffectOf<'sheet.withdraw'>) => Promise<void> =
  tellSheet('docflow.sheet.withdrawn')
export const closeSheet: (move: Move, effect: EffectOf<'sheet.close'>) => Promise<void> =
  tellSheet('docflow.sheet.closed')
export const sign: (move: Move, effect: EffectOf<'signature'>) => Promise<void> =
  tellSheet('docflow.item.signed')
