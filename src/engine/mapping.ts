import type { Target } from './effects.ts'
import { ExpressionError } from './expressions/expression.ts'
import type { Mapping, Node } from './model.ts'
import { contextOf, emit, type Run, setVariables, tokenOf, wait } from './run.ts'
import type { Values } from './state.ts'

const PATH = /^[A-Za-z_]\w*(\.[A-Za-z_]\w*)*$/

/** `order`, `order.customer.name`, `workspace.limit`: a way through variables, links and settings. */
export const isPath = (text: string): boolean => PATH.test(text) && !LITERALS.has(text)

const LITERALS = new Set(['true', 'false', 'null'])

/**
 * Whether everything a step reads is at hand. Values behind links and of the workspace are the host's:
 * then it is asked for them, and the step is entered again when they are there.
 */
export function isReadable(run: Run, no: number, node: Node): boolean {
  if (tokenOf(run, no).read) return true
  const [context, read] = [contextOf(run, no), readFor(run, no)]
  const paths = pathsOf(node).filter(
    (path) => follow(context, path) === ELSEWHERE && !(path in read),
  )
  if (paths.length === 0) return true
  wait(run, no, 'reading')
  emit(run, { type: 'operation', token: no, node: node.id, operation: { kind: 'read', paths } })
  return false
}

function pathsOf({ mappings, settings, loop, type }: Node): string[] {
  const sources = mappings.filter(({ direction }) => direction === 'in').map(({ source }) => source)
  const target = type === 'call' ? undefined : (settings.target ?? settings.targetFieldCode)
  const texts = [...sources, target, loop?.over].filter((text) => text !== undefined)
  return [...new Set(texts.filter(isPath))]
}

/** What the `in` mappings of a step give, by their targets. */
export function inputsOf(run: Run, no: number, { mappings }: Node): Values {
  const inputs = mappings.filter(({ direction }) => direction === 'in')
  return Object.fromEntries(inputs.map(({ source, target }) => [target, evaluate(run, no, source)]))
}

/** The value of a path or of an expression. */
export function evaluate(run: Run, no: number, source: string): unknown {
  const context = contextOf(run, no)
  if (!isPath(source)) return run.program.expressions.value(source, context)
  const value = follow(context, source)
  return value === ELSEWHERE ? (readFor(run, no)[source] ?? null) : value
}

/** What was read for a token, and for the loop it is a run of. */
function readFor(run: Run, no: number): Values {
  const { read, scope, run: nth } = tokenOf(run, no)
  return nth === undefined ? (read ?? {}) : { ...tokenOf(run, scope).read, ...read }
}

export const targetOf = (run: Run, no: number, path: string): Target => ({
  path,
  value: path === '' ? null : evaluate(run, no, path),
})

/** Takes over the result of a step: through its `out` mappings, or under its own names where it has none. */
export function takeOver(run: Run, node: Node, result: unknown): void {
  const outputs = node.mappings.filter(({ direction }) => direction === 'out')
  const values = (result ?? {}) as Values
  if (typeof values !== 'object' || Array.isArray(values)) {
    throw new ExpressionError(`the result is ${JSON.stringify(result)}, expected values by name`)
  }
  setVariables(run, outputs.length === 0 ? values : mapped(run, outputs, values))
}

/** As `takeOver`, for results from outside: nothing is taken that no mapping names. */
export function takeMapped(run: Run, node: Node, result: unknown): void {
  if (node.mappings.some(({ direction }) => direction === 'out')) takeOver(run, node, result)
}

function mapped(run: Run, outputs: Mapping[], values: Values): Values {
  return Object.fromEntries(
    outputs.map(({ source, target }) => {
      const found = isPath(source)
        ? follow(values, source)
        : run.program.expressions.value(source, values)
      return [target, found === ELSEWHERE ? null : found]
    }),
  )
}

const ELSEWHERE = Symbol('behind a link')

/** Follows a path as far as plain values go. */
function follow(context: Values, path: string): unknown {
  const [head = '', ...rest] = path.split('.')
  if (head === 'workspace' && !('workspace' in context)) return ELSEWHERE
  let value = context[head] ?? null
  for (const key of rest) {
    if (value === null) return null
    if (typeof value !== 'object' || Array.isArray(value)) return ELSEWHERE
    const object = value as Values
    if (!(key in object) && 'id' in object) return ELSEWHERE
    value = object[key] ?? null
  }
  return value
}
