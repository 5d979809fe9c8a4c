import type { Target } from './effects.ts'
import { ExpressionError } from './expressions/expression.ts'
import type { Node } from './model.ts'
import { ELSEWHERE, follow, type Source, toSource } from './path.ts'
import type { Assignment, Program } from './program.ts'
import { contextOf, emit, type Run, setVariables, tokenOf, wait } from './run.ts'
import type { Values } from './state.ts'

/**
 * Whether all values that a step reads are available. Values behind links and workspace parameters are
 * requested from the host, and the step is entered again when they arrive.
 */
export function isReadable(run: Run, no: number, node: Node): boolean {
  const { reads } = run.program.facts(node.id)
  if (reads.length === 0 || tokenOf(run, no).read) return true
  const context = contextOf(run, no)
  const behind = reads.filter(({ keys }) => follow(context, keys) === ELSEWHERE)
  if (behind.length === 0) return true
  const read = readFor(run, no)
  const paths = [...new Set(behind.map(({ text }) => text))].filter((path) => !(path in read))
  if (paths.length === 0) return true
  wait(run, no, 'reading')
  emit(run, { type: 'operation', token: no, node: node.id, operation: { kind: 'read', paths } })
  return false
}

/** The values of the `in` mappings of a step, by target. */
export function inputsOf(run: Run, no: number, { id }: Node): Values {
  const values: Values = {}
  for (const { source, target } of run.program.facts(id).inputs) {
    values[target] = evaluate(run, no, source)
  }
  return values
}

/** The value of a path or of an expression. */
export function evaluate(run: Run, no: number, source: Source): unknown {
  const value = valueIn(run, contextOf(run, no), source)
  return value === ELSEWHERE ? (readFor(run, no)[source.text] ?? null) : value
}

const valueIn = ({ program }: Running, context: Values, { text, keys }: Source): unknown =>
  keys ? follow(context, keys) : program.expressions.value(text, context)

type Running = Pick<Run, 'program'>

/** The values read for a token, and for the loop it is a run of. */
function readFor(run: Run, no: number): Values {
  const { read, scope, run: nth } = tokenOf(run, no)
  return nth === undefined ? (read ?? {}) : { ...tokenOf(run, scope).read, ...read }
}

export const targetOf = (run: Run, no: number, path: string): Target => ({
  path,
  value: path === '' ? null : evaluate(run, no, toSource(path)),
})

/** Stores the result of a step: through its `out` mappings, or under its own names without mappings. */
export function takeOver(run: Run, no: number, result: unknown): void {
  const { outputs } = run.program.facts(tokenOf(run, no).node)
  const values = (result ?? {}) as Values
  if (typeof values !== 'object' || Array.isArray(values)) {
    throw new ExpressionError(`the result is ${JSON.stringify(result)}, expected values by name`)
  }
  setVariables(run, no, outputs.length === 0 ? values : mapped(run, outputs, values))
}

/** The values that `takeOver` would store, for hosts that check them first. */
export function outputsOf(program: Program, node: string, result: Values): Values {
  const { outputs } = program.facts(node)
  return outputs.length === 0 ? result : mapped({ program }, outputs, result)
}

/** Like `takeOver`, for results from outside: only mapped values are stored. */
export function takeMapped(run: Run, no: number, result: unknown): void {
  if (run.program.facts(tokenOf(run, no).node).outputs.length > 0) takeOver(run, no, result)
}

export function mapped(run: Running, outputs: Assignment[], values: Values): Values {
  const taken: Values = {}
  for (const { source, target } of outputs) {
    const value = valueIn(run, values, source)
    taken[target] = value === ELSEWHERE ? null : value
  }
  return taken
}
