import { describe } from '../fields/checks.ts'
import { allOf, anyOf, type Condition, notOf } from '../fields/condition.ts'
import { fieldTypeOf } from '../fields/registry.ts'
import { filterByKind } from '../fields/table-filters.ts'
import { invalid } from '../lib/errors.ts'
import { readOperand } from './operands.ts'
import { operators } from './operators.ts'
import { type Fields, targetOf } from './path.ts'

const DEEPEST = 32
const MOST_NODES = 1000
const MOST_VALUES = 10_000

type Options = {
  fields: Fields
  /** Whether fields may stand in the filter without `tf` around them. */
  isFlat?: boolean
}

/** The filter of a request as one condition. Every wrong thing in it is refused by name. */
export function readFilter(filter: unknown, { fields, isFlat = false }: Options): Condition {
  let nodes = 0
  let values = 0

  const read = (part: unknown, depth: number): Condition => {
    if (depth > DEEPEST) throw invalid(`the filter is nested deeper than ${DEEPEST} levels`)
    if (Array.isArray(part) && part.length === 0) return allOf([])
    return allOf(entriesOf(part, 'filter').map(([key, value]) => readKey(key, value, depth)))
  }

  const readKey = (key: string, value: unknown, depth: number): Condition => {
    count(1)
    switch (key) {
      case 'tf':
        return tableFilter(value)
      case 'and':
        return allOf(membersOf(value, key).map((member) => read(member, depth + 1)))
      case 'or':
        return anyOf(membersOf(value, key).map((member) => read(member, depth + 1)))
      case 'not':
        return notOf(read(Array.isArray(value) ? only(value) : value, depth + 1))
      case 'eql':
        throw invalid('eql is not supported yet')
      default:
        return isFlat && isField(key) ? fieldFilter(key, value) : operation(key, value)
    }
  }

  const tableFilter = (value: unknown): Condition => {
    if (Array.isArray(value) && value.length === 0) return allOf([])
    const entries = entriesOf(value, 'filter tf').filter(([, wanted]) => wanted !== undefined)
    count(entries.length)
    return allOf(entries.map(([path, wanted]) => fieldFilter(path, wanted)))
  }

  const fieldFilter = (name: string, value: unknown): Condition => {
    countValues(value)
    const target = targetOf(fields, name)
    const { field, path } = target
    if (value === null) return { op: 'empty', path }
    const own = path.part === '' ? fieldTypeOf(field.type).tableFilter : undefined
    return own ? own(value, field) : filterByKind(target, value)
  }

  const operation = (op: string, value: unknown): Condition => {
    const operator = operators.get(op)
    if (!operator) throw invalid(`unknown filter operation "${op.slice(0, 100)}"`)
    const operands = membersOf(value, op)
    if (operands.length !== 2) {
      throw invalid(`filter ${op}: expected 2 operands, received ${operands.length}`)
    }
    const [left, right] = operands.map((operand) => readOperand(operand, fields, op))
    if (!left || !right) throw invalid(`filter ${op}: an operand is missing`)
    for (const side of [left, right]) if (side.kind === 'list') countValues(side.values)
    return operator(left, right, op)
  }

  const isField = (name: string) => fields.has(name.split('.')[0] ?? '')

  const count = (more: number) => {
    nodes += more
    if (nodes > MOST_NODES) throw invalid(`the filter has more than ${MOST_NODES} conditions`)
  }

  const countValues = (list: unknown) => {
    values += Array.isArray(list) ? list.length : 1
    if (values > MOST_VALUES) throw invalid(`the filter lists more than ${MOST_VALUES} values`)
  }

  return read(filter, 1)
}

function entriesOf(value: unknown, what: string): [string, unknown][] {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    return Object.entries(value)
  }
  throw invalid(`${what}: expected an object, received ${describe(value)}`)
}

function membersOf(value: unknown, op: string): unknown[] {
  if (Array.isArray(value)) return value
  throw invalid(`filter ${op}: expected a list, received ${describe(value)}`)
}

function only(values: unknown[]): unknown {
  if (values.length === 1) return values[0]
  throw invalid(`filter not: expected one filter, received ${values.length}`)
}
