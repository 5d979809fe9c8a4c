import { describe } from '../fields/checks.ts'
import { allOf, anyOf, type Condition, notOf } from '../fields/condition.ts'
import { fieldTypeOf } from '../fields/registry.ts'
import { filterByKind } from '../fields/table-filters.ts'
import { invalid } from '../lib/errors.ts'
import { compileEql } from './eql/compile.ts'
import { parseEql } from './eql/parse.ts'
import { readOperand } from './operands.ts'
import { operators } from './operators.ts'
import { type Fields, targetOf } from './path.ts'
import type { Reader } from './source.ts'

const DEEPEST = 32
const MOST_NODES = 1000
const MOST_VALUES = 10_000
const MOST_LISTS = 20

type Options = {
  fields: Fields
  asked?: Reader | undefined
  /** The fields of another list, by its name. */
  fieldsOf?: ((name: string) => Fields | undefined) | undefined
}

/** The state while one filter is read. */
type Reading = Options & { nodes: number; values: number; lists: number }

/** Compiles the filter of a request to one condition. */
export const readFilter = (filter: unknown, options: Options): Condition =>
  read({ ...options, nodes: 0, values: 0, lists: 0 }, filter, 1)

function read(reading: Reading, filter: unknown, depth: number): Condition {
  if (depth > DEEPEST) throw invalid(`the filter is nested deeper than ${DEEPEST} levels`)
  const parts = entriesOf(filter, 'filter')
  countNodes(reading, Math.max(parts.length, 1))
  return allOf(parts.map(([key, value]) => readPart(reading, key, { value, depth })))
}

function readPart(
  reading: Reading,
  key: string,
  { value, depth }: { value: unknown; depth: number },
): Condition {
  const readAll = () => membersOf(value, key).map((member) => read(reading, member, depth + 1))
  switch (key) {
    case 'tf':
      return tableFilter(reading, value)
    case 'and':
      return allOf(readAll())
    case 'or':
      return anyOf(readAll())
    case 'not':
      return notOf(read(reading, Array.isArray(value) ? only(value) : value, depth + 1))
    case 'eql':
      return query(reading, value)
    default:
      // Fields may be given without `tf`, unless their code is that of an operator.
      return isField(reading, key) && !operators.has(key)
        ? fieldFilter(reading, key, value)
        : operation(reading, key, value)
  }
}

function tableFilter(reading: Reading, value: unknown): Condition {
  const parts = entriesOf(value, 'filter tf').filter(([, wanted]) => wanted !== undefined)
  countNodes(reading, parts.length)
  return allOf(parts.map(([name, wanted]) => fieldFilter(reading, name, wanted)))
}

function fieldFilter(reading: Reading, name: string, value: unknown): Condition {
  countValues(reading, value)
  const target = targetOf(reading.fields, name)
  const { field, path } = target
  if (value === null) return { op: 'empty', path }
  const own = path.part === '' ? fieldTypeOf(field.type).tableFilter : undefined
  return own ? own(value, field) : filterByKind(target, value)
}

function operation(reading: Reading, op: string, value: unknown): Condition {
  const operator = operators.get(op)
  if (!operator) throw invalid(`unknown filter operation "${op.slice(0, 100)}"`)
  const operands = membersOf(value, op)
  const [left, right] = operands.map((operand) => readOperand(operand, reading.fields, op))
  if (!left || !right || operands.length !== 2) {
    throw invalid(`filter ${op}: expected 2 operands, received ${operands.length}`)
  }
  for (const side of [left, right]) if (side.kind === 'list') countValues(reading, side.values)
  return operator(left, right, op)
}

const isField = ({ fields }: Reading, name: string) => fields.has(name.split('.')[0] ?? '')

function countNodes(reading: Reading, more: number): void {
  reading.nodes += more
  if (reading.nodes > MOST_NODES) throw invalid(`the filter has more than ${MOST_NODES} conditions`)
}

function countValues(reading: Reading, value: unknown): void {
  reading.values += Array.isArray(value) ? value.length : 1
  if (reading.values > MOST_VALUES) {
    throw invalid(`the filter lists more than ${MOST_VALUES} values`)
  }
}

function query(reading: Reading, value: unknown): Condition {
  const text = (value as { query?: unknown } | null)?.query
  if (typeof text !== 'string') throw invalid('filter eql: expected {"query": text}')
  return compileEql(parseEql(text), {
    fields: reading.fields,
    asked: reading.asked,
    fieldsOf: reading.fieldsOf,
    countCondition: () => countNodes(reading, 1),
    countValues: (values) => countValues(reading, values),
    nextRow: () => nextRow(reading),
  })
}

/** Each is a sub-query: a limit against abuse. */
function nextRow(reading: Reading): number {
  if (++reading.lists > MOST_LISTS) {
    throw invalid(`the filter goes through more than ${MOST_LISTS} other lists`)
  }
  return reading.lists
}

/** Some programs send `[]` where they mean `{}`. */
function entriesOf(value: unknown, what: string): [string, unknown][] {
  if (Array.isArray(value) && value.length === 0) return []
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
