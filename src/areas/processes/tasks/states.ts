import type { Condition } from '../../../fields/condition.ts'

const STATE = 'state'
const OPEN: readonly unknown[] = ['assignment', 'in_progress']

/** Whether a filter mentions the state of tasks. */
export function namesState(condition: Condition): boolean {
  switch (condition.op) {
    case 'and':
    case 'or':
      return condition.of.some(namesState)
    case 'not':
      return namesState(condition.of)
    case 'relate':
      return [condition.left, condition.right].some(({ code }) => code === STATE)
    case 'exists':
    case 'amounts':
      return false
    default:
      return condition.path.code === STATE
  }
}

/** Whether only open tasks can satisfy it: they have an index of their own. */
export function impliesOpen(condition: Condition): boolean {
  switch (condition.op) {
    case 'and':
      return condition.of.some(impliesOpen)
    case 'or':
      return condition.of.length > 0 && condition.of.every(impliesOpen)
    case 'in':
      return condition.path.code === STATE && condition.literals.every((one) => OPEN.includes(one))
    case 'compare':
      return (
        condition.path.code === STATE && condition.by === 'eq' && OPEN.includes(condition.literal)
      )
    default:
      return false
  }
}
