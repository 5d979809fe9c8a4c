import {
  compileFeel,
  compileTests,
  DecisionError,
  type Feel,
  isEqual,
  type Scope,
  type Surroundings,
  type Test,
} from './feel.ts'
import type { HitPolicy, Output, Table } from './model.ts'
import { toFeel, toJson } from './values.ts'

type Compile = {
  surroundings: Surroundings
  types: Parameters<typeof toFeel>[2]
  /** Compiles one part; what cannot be read is reported at its element. */
  at: <Value>(element: string, compile: () => Value) => Value
}

/** What a table did: the values of its inputs and the numbers of the rules that fired, from 1. */
export type Fired = {
  hitPolicy: HitPolicy
  inputs: unknown[]
  rules: { number: number; id: string; note?: string }[]
}

export type RunTable = (scope: Scope, tell: (fired: Fired) => void) => unknown

type Row = { number: number; id: string; tests: Test[]; results: Feel[]; note: string }
type Column = Output & { order?: unknown[]; default?: Feel }

/** Compiles every cell once. */
export function compileTable(table: Table, { surroundings, types, at }: Compile): RunTable {
  const inputs = table.inputs.map(({ id, expression, allowed, type, label }) => ({
    label,
    read: at(id, () => compileFeel(expression, surroundings)),
    type,
    isAllowed:
      allowed === undefined ? undefined : at(id, () => compileTests(allowed, surroundings)),
  }))
  const outputs = table.outputs.map((output): Column => {
    const { id, values, otherwise } = output
    return {
      ...output,
      ...(values !== undefined && { order: at(id, () => listOf(values, surroundings)) }),
      ...(otherwise !== undefined && {
        default: at(id, () => compileFeel(otherwise, surroundings)),
      }),
    }
  })
  const rows = table.rules.map(
    ({ id, when, results, notes, cells }, index): Row => ({
      number: index + 1,
      id,
      tests: when.map((text, column) =>
        at(cells[column] ?? id, () => compileTests(text, surroundings)),
      ),
      results: results.map((text, column) =>
        at(cells[when.length + column] ?? id, () => compileFeel(text || 'null', surroundings)),
      ),
      note: notes.filter((note) => note !== '').join(' · '),
    }),
  )
  const { hitPolicy } = table
  return (scope, tell) => {
    const values = inputs.map(({ read, type, isAllowed, label }) => {
      const value = toFeel(read(scope), type, types)
      if (value === null || !isAllowed || isAllowed(scope, value)) return value
      throw new DecisionError(`${JSON.stringify(toJson(value))} is not allowed for "${label}"`)
    })
    const hits = rows.filter(({ tests }) =>
      tests.every((test, column) => test(scope, values[column])),
    )
    const found = hits.map((row) => ({ row, result: resultOf(row, outputs, scope) }))
    const chosen = choose(hitPolicy, found, outputs)
    tell({
      hitPolicy,
      inputs: values.map((value) => toJson(value)),
      rules: chosen.map(({ row: { number, id, note } }) => ({ number, id, ...(note && { note }) })),
    })
    return answer(table, chosen, { outputs, scope })
  }
}

/** The allowed values in their order: a list of literals. */
const listOf = (text: string, surroundings: Surroundings): unknown[] =>
  compileFeel(`[${text}]`, { ...surroundings, names: [] })({}) as unknown[]

type Hit = { row: Row; result: unknown[] }

const resultOf = ({ results }: Row, outputs: Column[], scope: Scope): unknown[] =>
  outputs.map((_, column) => results[column]?.(scope) ?? null)

/** Which of the rules that hold count, in the order of the answer. */
function choose(hitPolicy: HitPolicy, hits: Hit[], outputs: Column[]): Hit[] {
  switch (hitPolicy) {
    case 'UNIQUE':
      if (hits.length > 1)
        throw new DecisionError(`only one rule may hold, but ${namesOf(hits)} do`)
      return hits
    case 'ANY': {
      const [first] = hits
      const other = first && hits.find(({ result }) => !isEqual(result, first.result))
      if (other) throw new DecisionError(`${namesOf(hits)} hold and do not agree`)
      return hits
    }
    case 'FIRST':
      return hits.slice(0, 1)
    case 'PRIORITY':
      return byPriority(hits, outputs).slice(0, 1)
    case 'OUTPUT ORDER':
      return byPriority(hits, outputs)
    case 'COLLECT':
    case 'RULE ORDER':
      return hits
  }
}

const namesOf = (hits: Hit[]) => `rules ${hits.map(({ row }) => row.number).join(', ')}`

/** Output values that come first in their list go first; the first column decides before the second. */
function byPriority(hits: Hit[], outputs: Column[]): Hit[] {
  const rank = ({ result }: Hit) =>
    outputs.map(({ order }, column) => {
      const at = order?.findIndex((value) => isEqual(value, result[column])) ?? 0
      return at < 0 ? Number.MAX_SAFE_INTEGER : at
    })
  const ranked = hits.map((hit) => ({ hit, ranks: rank(hit) }))
  const compare = (one: number[], other: number[]) => {
    const column = one.findIndex((each, index) => each !== other[index])
    return column < 0 ? 0 : (one[column] ?? 0) - (other[column] ?? 0)
  }
  return ranked.toSorted((one, other) => compare(one.ranks, other.ranks)).map(({ hit }) => hit)
}

const LISTS: HitPolicy[] = ['COLLECT', 'RULE ORDER', 'OUTPUT ORDER']

function answer(
  { hitPolicy, aggregation }: Table,
  hits: Hit[],
  { outputs, scope }: { outputs: Column[]; scope: Scope },
): unknown {
  const values = hits.map(({ result }) => toValue(result, outputs))
  const [first] = values
  if (aggregation) return aggregate(aggregation, values)
  if (values.length === 0) return otherwise(hitPolicy, outputs, scope)
  return LISTS.includes(hitPolicy) ? values : first
}

/** One output is its value, several are a context. */
const toValue = (result: unknown[], outputs: Column[]): unknown =>
  outputs.length === 1
    ? (result[0] ?? null)
    : Object.fromEntries(outputs.map(({ name }, column) => [name, result[column] ?? null]))

/** Without a rule: the default values, or nothing. */
function otherwise(hitPolicy: HitPolicy, outputs: Column[], scope: Scope): unknown {
  if (outputs.some((output) => output.default)) {
    const value = toValue(
      outputs.map((output) => output.default?.(scope) ?? null),
      outputs,
    )
    return LISTS.includes(hitPolicy) ? [value] : value
  }
  return LISTS.includes(hitPolicy) ? [] : null
}

function aggregate(aggregation: NonNullable<Table['aggregation']>, values: unknown[]): unknown {
  if (aggregation === 'COUNT') return values.length
  const numbers = values.filter((value) => typeof value === 'number')
  if (numbers.length < values.length) {
    throw new DecisionError(`${aggregation} needs numbers, but a rule gave something else`)
  }
  if (numbers.length === 0) return null
  if (aggregation === 'SUM') return numbers.reduce((sum, each) => sum + each, 0)
  return aggregation === 'MIN' ? Math.min(...numbers) : Math.max(...numbers)
}
