import { caseOf } from './coverage.ts'
import { Condition } from './schemas.ts'
import { toPath } from './text.ts'

/** A condition of ours, as a tree; or why it is not understood. */
export type Converted = { tree: object } | { why: string }

/** Which values a condition may ask for, and what they are called here. */
export type Names = (path: string) => string | { why: string }

/** Conditions over fields or variables. No condition always holds. */
export function toCondition(given: readonly unknown[], names: Names): Converted | undefined {
  const [first, ...more] = given
  if (first === undefined) return undefined
  if (more.length > 0) return { why: 'how several conditions in a row go together is unknown' }
  const { data } = Condition.safeParse(first)
  if (!data) return { why: 'the condition has another form than those that are known' }
  return toTree(data, names)
}

function toTree({ a, b, inversion, operation }: Condition, names: Names): Converted {
  const { relation, caseInsensitive } = operation
  const { outcome, why } = caseOf('relation', relation)
  if (outcome !== 'taken') return { why: `relation "${relation}": ${why}` }
  const left = toOperand(a, names)
  const right = relation === 'empty' ? { operand: null } : toOperand(b, names)
  if ('why' in left) return left
  if ('why' in right) return right
  if (caseInsensitive && relation === 'equal') return { why: 'it ignores upper and lower case' }
  const tree = { [OPERATORS[relation] ?? '']: [left.operand, right.operand] }
  return { tree: inversion === operation.inversion ? tree : { not: tree } }
}

const OPERATORS: Record<string, string> = { equal: 'eq', greater: 'gt', empty: 'eq' }

type Operand = { operand: unknown } | { why: string }

function toOperand(given: Condition['b'], names: Names): Operand {
  if (!given) return { why: 'it compares with nothing' }
  const { outcome, why } = caseOf('operand', given.kind)
  if (outcome !== 'taken') return { why: `operand "${given.kind}": ${why}` }
  if (given.kind === 'manual') return toConstant(given.value)
  const name = names(toPath(String(given.value)))
  return typeof name === 'string' ? { operand: { field: name } } : name
}

/** An option is compared by its code. */
function toConstant(value: unknown): Operand {
  const [only, ...more] = Array.isArray(value) ? value : [value]
  if (more.length > 0) return { why: 'it compares with several values' }
  const { code } = (only ?? {}) as { code?: unknown }
  const plain = typeof only === 'object' && only !== null ? code : (only ?? null)
  if (plain === null) return { operand: null }
  return ['string', 'number', 'boolean'].includes(typeof plain)
    ? { operand: { const: plain } }
    : { why: 'it compares with a value of an unknown form' }
}
