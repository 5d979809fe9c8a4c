import type { RequestOf } from '../../../client.ts'
import type { Mark, Marks } from '../diagram/viewer.ts'

type Input = NonNullable<RequestOf<'processes', 'modify'>['input']>
export type Change = NonNullable<Input['changes']>[number]
export type Values = Record<string, unknown>
export type Plan = { changes: Change[]; variables: Values }

/** An instance that is to be changed, and where it is. */
export type Subject = { id: string; name: string; at: readonly { elementId: string }[] }

export const isEmptyPlan = ({ changes, variables }: Plan): boolean =>
  changes.length === 0 && Object.keys(variables).length === 0

/** How many of the instances are at each element. */
export function countsOf(subjects: readonly Subject[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { at } of subjects) {
    for (const id of new Set(at.map(({ elementId }) => elementId))) {
      counts.set(id, (counts.get(id) ?? 0) + 1)
    }
  }
  return counts
}

/** What is so now, and over it what the changes do; a dry run knows better than the changes. */
export function marksOf(
  current: Iterable<string>,
  { changes }: Plan,
  after: readonly string[] | undefined,
): Marks {
  const as = (mark: Mark) => (id: string | undefined) => (id ? [[id, mark] as const] : [])
  const now = [...current]
  const gone = changes.filter(({ action }) => action !== 'add' && action !== 'restart')
  return Object.fromEntries([
    ...now.flatMap(as('active')),
    ...gone.map(({ element }) => element).flatMap(as('removed')),
    ...changes.map(({ to }) => to).flatMap(as('added')),
    ...(after ?? []).filter((id) => !now.includes(id)).flatMap(as('added')),
  ])
}

/** A step has one fate: a second change of it takes the place of the first. */
export const withChange = (changes: readonly Change[], next: Change): Change[] => [
  ...changes.filter(({ action, element }) => action === 'add' || element !== next.element),
  next,
]
