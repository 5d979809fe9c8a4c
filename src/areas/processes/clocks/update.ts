import type { Move } from '../move.ts'
import type { Published } from '../published.ts'
import { syncClocks } from './sync.ts'

export const hasClocks = ({ body }: Published): boolean => Object.keys(body.sla).length > 0

/** Updates the clocks after a move; reports breaches of clocks that stopped late before it was noticed. */
export async function updateClocks(move: Move): Promise<void> {
  const { ctx, instance, published } = move
  for (const { code: clock, element } of await syncClocks(move, instance.revision === 1)) {
    const { namespace, code, body } = published
    const name = body.sla[clock]?.name ?? clock
    const data = { code: clock, name, element, people: [], what: 'breach', level: 0 }
    const object = `instance:${instance.id}`
    await ctx.emit({ type: 'bpm.instance.sla_breached', object, namespace, code, data })
  }
}
