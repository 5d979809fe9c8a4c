import { FeelFunction } from 'feelin'
import { compileFeel, DecisionError, type Scope } from './feel.ts'
import type { Expression, Model } from './model.ts'
import { compileTable, type Fired } from './table.ts'
import { toFeel } from './values.ts'

export type Run = { scope: Scope; tell: (fired: Fired) => void }
export type Compiled = (run: Run) => unknown

/** What all expressions of a model share. */
export type Shared = {
  types: Model['types']
  warn: (message: string) => void
  /** Compiles a part; what cannot be read is reported at its element. */
  at: <Value>(element: string, compile: () => Value) => Value
}

type Of<Kind extends Expression['kind']> = Extract<Expression, { kind: Kind }>

/** Compiles a boxed expression that may use these names. */
export function compile(
  expression: Expression,
  names: readonly string[],
  shared: Shared,
): Compiled {
  const { id } = expression
  const { warn, at, types } = shared
  const surroundings = { names, warn }
  switch (expression.kind) {
    case 'literal': {
      const run = at(id, () => compileFeel(expression.text || 'null', surroundings))
      return ({ scope }) => run(scope)
    }
    case 'table': {
      const run = compileTable(expression, { surroundings, types, at })
      return ({ scope, tell }) => run(scope, tell)
    }
    case 'list': {
      const items = expression.items.map((item) => compile(item, names, shared))
      return (run) => items.map((item) => item(run))
    }
    case 'relation':
      return compileRelation(expression, names, shared)
    case 'context':
      return compileContext(expression, names, shared)
    case 'invocation':
      return compileInvocation(expression, names, shared)
    case 'function':
      return compileFunction(expression, names, shared)
  }
}

function compileRelation(
  { columns, rows }: Of<'relation'>,
  names: readonly string[],
  shared: Shared,
): Compiled {
  const compiled = rows.map((row) => row.map((cell) => compile(cell, names, shared)))
  return (run) =>
    compiled.map((row) =>
      Object.fromEntries(columns.map((column, at) => [column, row[at]?.(run) ?? null])),
    )
}

/** An entry may use those before it. */
function compileContext(
  { entries }: Of<'context'>,
  names: readonly string[],
  shared: Shared,
): Compiled {
  const known = [...names]
  const compiled = entries.map(({ name, value, type }) => {
    const run = compile(value, [...known], shared)
    if (name !== undefined && !known.includes(name)) known.push(name)
    return { name, run, type }
  })
  return ({ scope, tell }) => {
    const inner = { ...scope }
    const context: Scope = {}
    for (const { name, run, type } of compiled) {
      const value = typed(run({ scope: inner, tell }), type, shared)
      if (name === undefined) return value
      context[name] = value
      inner[name] = value
    }
    return context
  }
}

/** A text may be a date, where a type says so; everything else has its type already. */
export const typed = (
  value: unknown,
  type: string | undefined,
  { types }: Pick<Shared, 'types'>,
) => (typeof value === 'string' ? toFeel(value, type, types) : value)

function compileInvocation(
  { callee, bindings }: Of<'invocation'>,
  names: readonly string[],
  shared: Shared,
): Compiled {
  const called = compile(callee, names, shared)
  const values = bindings.map(({ name, value }) => ({ name, run: compile(value, names, shared) }))
  return (run) => {
    const target = called(run)
    if (!(target instanceof FeelFunction)) throw new DecisionError('what is invoked is no function')
    return target.invoke(Object.fromEntries(values.map((each) => [each.name, each.run(run)])))
  }
}

function compileFunction(
  { parameters, body }: Of<'function'>,
  names: readonly string[],
  shared: Shared,
): Compiled {
  const own = parameters.map(({ name }) => name)
  const inner = compile(body, [...names.filter((name) => !own.includes(name)), ...own], shared)
  return ({ scope, tell }) =>
    new FeelFunction((...given: unknown[]) => {
      const values = parameters.map(({ name, type }, at) => [
        name,
        toFeel(given[at] ?? null, type, shared.types),
      ])
      return inner({ scope: { ...scope, ...Object.fromEntries(values) }, tell })
    }, own)
}
