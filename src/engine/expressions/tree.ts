import type { Values } from '../state.ts'
import type { Expression } from './cel.ts'

/**
 * Conditions built in the designer: the language of item filters, over variables.
 * `{"and":[{"gte":[{"field":"amount"},{"const":5}]}, …]}`
 */
export function compileTree(text: string): Expression {
  const names = new Set<string>()
  const test = compileNode(JSON.parse(text), names)
  return { names: [...names], evaluate: test }
}

type Test = (values: Values) => boolean
type Read = (values: Values) => unknown

function compileNode(tree: unknown, names: Set<string>): Test {
  const entries = Object.entries(asObject(tree))
  const tests = entries.map(([operator, operands]) => compileOperator(operator, operands, names))
  return (values) => tests.every((test) => test(values))
}

function compileOperator(operator: string, operands: unknown, names: Set<string>): Test {
  const inner = () => asList(operands).map((each) => compileNode(each, names))
  if (operator === 'and') return all(inner())
  if (operator === 'or') return some(inner())
  if (operator === 'not') {
    const tests = (Array.isArray(operands) ? operands : [operands]).map((each) =>
      compileNode(each, names),
    )
    return (values) => !tests.every((test) => test(values))
  }
  const compare = OPERATORS[operator]
  if (!compare) throw new Error(`unknown operator "${operator}"`)
  const [left, right, ...more] = asList(operands).map((each) => compileOperand(each, names))
  if (!left || !right || more.length > 0) throw new Error(`"${operator}" takes two operands`)
  return (values) => compare(left(values), right(values))
}

const all =
  (tests: Test[]): Test =>
  (values) =>
    tests.every((test) => test(values))

const some =
  (tests: Test[]): Test =>
  (values) =>
    tests.some((test) => test(values))

function compileOperand(operand: unknown, names: Set<string>): Read {
  const object = asObject(operand ?? { null: '' })
  if ('const' in object) return () => object.const
  if ('list' in object) return () => object.list
  if ('null' in object) return () => null
  if (typeof object.field !== 'string')
    throw new Error('an operand is a field, const, list or null')
  const [name = '', ...path] = object.field.split('.')
  names.add(name)
  return (values) => path.reduce<unknown>(inside, values[name] ?? null)
}

const inside = (value: unknown, key: string): unknown =>
  (value as Record<string, unknown> | null)?.[key] ?? null

const OPERATORS: Record<string, (left: unknown, right: unknown) => boolean> = {
  eq: (left, right) => isEqual(left, right),
  neq: (left, right) => !isEqual(left, right),
  gt: (left, right) => compare(left, right, (order) => order > 0),
  gte: (left, right) => compare(left, right, (order) => order >= 0),
  lt: (left, right) => compare(left, right, (order) => order < 0),
  lte: (left, right) => compare(left, right, (order) => order <= 0),
  like: (left, right) =>
    String(left ?? '')
      .toLowerCase()
      .includes(String(right).toLowerCase()),
  in: (left, right) => members(right).some((each) => isEqual(left, each)),
  link: (left, right) =>
    members(left).some((each) => members(right).some((one) => isEqual(each, one))),
}

/** Money is compared by its cents, an option by its code, a single link by its id. */
function plain(value: unknown): unknown {
  if (Array.isArray(value) && value.length === 1) return plain(value[0])
  const { cents, code, id } = (value ?? {}) as Record<string, unknown>
  return cents ?? code ?? id ?? value ?? null
}

function isEqual(left: unknown, right: unknown): boolean {
  const [a, b] = [plain(left), plain(right)]
  if (Array.isArray(a) && a.length === 0) return b === null
  return typeof a === 'object' ? JSON.stringify(a) === JSON.stringify(b) : a === b
}

function compare(left: unknown, right: unknown, test: (order: number) => boolean): boolean {
  const [a, b] = [plain(left), plain(right)]
  if (a === null || b === null) return false
  if (typeof a !== typeof b)
    throw new Error(`${JSON.stringify(a)} and ${JSON.stringify(b)} cannot be compared`)
  const [first, second] = [a as number, b as number]
  return test(first < second ? -1 : first > second ? 1 : 0)
}

const members = (value: unknown): unknown[] =>
  Array.isArray(value) ? value : value === null || value === undefined ? [] : [value]

function asList(value: unknown): unknown[] {
  if (!Array.isArray(value)) throw new Error('an operator needs a list of operands')
  return value
}

function asObject(value: unknown): Record<string, unknown> {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    return value as Record<string, unknown>
  }
  throw new Error(`${JSON.stringify(value)} is not a condition`)
}
