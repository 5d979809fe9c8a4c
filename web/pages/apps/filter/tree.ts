import type { Field } from '../../../fields/field.ts'
import { operatorsOf } from './families.ts'
import {
  type Condition,
  type Group,
  isComplete,
  isGroup,
  type Operator,
  type Part,
} from './model.ts'

/** A condition of a form as definitions write it: `{ eq: [{ field: kind }, { const: other }] }`. */
export type Tree = { [operator: string]: unknown }

const CENTS = 100
const START = 'T00:00:00Z'
const END = 'T23:59:59Z'
const NOTHING = { null: '' }

/** Periods and people move with the reader; a condition is the same for everybody. */
const NOT_HERE: readonly Operator[] = ['within', 'on', 'me']

export const conditionOperators = (field: Field): readonly Operator[] =>
  operatorsOf(field).filter((operator) => !NOT_HERE.includes(operator))

type Form = { name: string; not?: true; end?: string; fixed?: unknown; isList?: true }

/** The comparison for each operator; several may share one, told apart by what they compare with. */
const FORMS: Partial<Record<Operator, Form>> = {
  contains: { name: 'like' },
  lacks: { name: 'like', not: true },
  is: { name: 'eq' },
  isNot: { name: 'neq' },
  more: { name: 'gt' },
  atLeast: { name: 'gte' },
  less: { name: 'lt' },
  atMost: { name: 'lte' },
  before: { name: 'lt', end: START },
  after: { name: 'gt', end: END },
  since: { name: 'gte', end: START },
  until: { name: 'lte', end: END },
  yes: { name: 'eq', fixed: { const: true } },
  no: { name: 'neq', fixed: { const: true } },
  anyOf: { name: 'link', isList: true },
  noneOf: { name: 'link', isList: true, not: true },
  empty: { name: 'eq', fixed: NOTHING },
  filled: { name: 'neq', fixed: NOTHING },
}

const typeOf = (fields: readonly Field[], code: string) =>
  fields.find((field) => field.code === code)?.type

/** The tree of what was built; undefined while nothing is complete. */
export function toTree(group: Group, fields: readonly Field[]): Tree | undefined {
  const parts = group.parts.flatMap((part): Tree[] => {
    if (isGroup(part)) return [toTree(part, fields) ?? []].flat()
    return isComplete(part) ? [compare(part, fields)] : []
  })
  if (parts.length <= 1) return parts[0]
  return { [group.isAny ? 'or' : 'and']: parts }
}

function compare({ field, operator, value }: Condition, fields: readonly Field[]): Tree {
  const form = FORMS[operator] ?? { name: 'eq' }
  const factor = typeOf(fields, field) === 'MONEY' ? CENTS : 1
  const plain = typeof value === 'number' ? Math.round(value * factor * CENTS) / CENTS : value
  const given = form.isList
    ? { list: value }
    : { const: form.end ? `${String(value)}${form.end}` : plain }
  const tree = { [form.name]: [{ field }, form.fixed ?? given] }
  return form.not ? { not: tree } : tree
}

/** What was built, of its tree; undefined where somebody wrote it in another way. */
export function fromTree(tree: unknown, fields: readonly Field[]): Group | undefined {
  const [[name, inner] = [], ...others] = Object.entries((tree ?? {}) as Tree)
  if (name === undefined || others.length > 0) return undefined
  if ((name === 'and' || name === 'or') && Array.isArray(inner)) {
    const parts = inner.map((each) => partOf(each, fields))
    return parts.every((part) => part !== undefined)
      ? { isAny: name === 'or', parts: parts as Part[] }
      : undefined
  }
  const only = partOf(tree, fields)
  return only && { isAny: false, parts: [only] }
}

function partOf(tree: unknown, fields: readonly Field[]): Part | undefined {
  const object = (tree ?? {}) as Tree
  if ('and' in object || 'or' in object) return fromTree(tree, fields)
  const code = fieldIn(object)
  const field = fields.find((each) => each.code === code)
  if (!field) return undefined
  return conditionOperators(field)
    .flatMap((operator) => readAs({ field: field.code, operator }, object, fields) ?? [])
    .at(0)
}

const fieldIn = ({ not, ...plain }: Tree): unknown => {
  const [operands] = Object.values((not as Tree | undefined) ?? plain)
  return Array.isArray(operands) ? (operands[0] as Tree | null)?.field : undefined
}

/** The condition with this operator that has this tree. */
function readAs(begun: Condition, tree: Tree, fields: readonly Field[]): Condition | undefined {
  const [operands] = Object.values((tree.not as Tree | undefined) ?? tree)
  const { const: value, list } = ((operands as unknown[])[1] ?? {}) as Tree
  const { end, isList, fixed } = FORMS[begun.operator] ?? {}
  const factor = typeOf(fields, begun.field) === 'MONEY' ? CENTS : 1
  const plain = typeof value === 'number' ? value / factor : value
  const text = end && typeof value === 'string' ? value.replace(end, '') : plain
  const condition = fixed ? begun : { ...begun, value: isList ? list : text }
  const isSame =
    isComplete(condition) && JSON.stringify(compare(condition, fields)) === JSON.stringify(tree)
  return isSame ? condition : undefined
}
