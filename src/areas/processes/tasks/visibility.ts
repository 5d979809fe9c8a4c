import { type Condition, either, has } from '../../../kinds/condition.ts'
import type { Reader } from '../../../kinds/kind.ts'
import { listSubordinates } from '../../people/org-chart/service.ts'
import { actorsOf } from '../../people/substitutions/service.ts'

/** The users whose tasks the caller may read and act on: their own, those they substitute, and those they manage. */
export const peopleOf = (reader: Reader): Promise<string[]> =>
  reader.remember('people with tasks', async () => {
    const { ctx } = reader
    const [people, below] = await Promise.all([
      actorsOf(reader),
      listSubordinates(ctx, ctx.user.id),
    ])
    return [...new Set([...people, ...below.map(({ id }) => id)])]
  })

/** Performers, their substitutes and managers; authors and helpers. */
export async function visibleTasks(reader: Reader): Promise<Condition> {
  const { id } = reader.ctx.user
  return either(
    has('performers', await peopleOf(reader)),
    has('author', [id]),
    has('helpers', [id]),
  )
}
