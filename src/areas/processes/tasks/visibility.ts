import { type Condition, either, has } from '../../../kinds/condition.ts'
import type { Reader } from '../../../kinds/kind.ts'
import { listSubordinates } from '../../people/org-chart/service.ts'
import { actorsOf } from '../../people/substitutions/service.ts'

/** Those whose tasks the caller may read and act in: their own, whom they stand in for, and who answers to them. */
export const peopleOf = (reader: Reader): Promise<string[]> =>
  reader.remember('people with tasks', async () => {
    const { ctx } = reader
    const [people, below] = await Promise.all([
      actorsOf(reader),
      listSubordinates(ctx, ctx.user.id),
    ])
    return [...new Set([...people, ...below.map(({ id }) => id)])]
  })

/** Performers, who stands in for them and their superiors; authors and helpers. */
export async function visibleTasks(reader: Reader): Promise<Condition> {
  const { id } = reader.ctx.user
  return either(
    has('performers', await peopleOf(reader)),
    has('author', [id]),
    has('helpers', [id]),
  )
}
