import type { Values } from '../state.ts'
import { compileCel, type Expression } from './cel.ts'
import { compileTree } from './tree.ts'

/** A condition or mapping could not be worked out: told as an incident, never thrown at the caller. */
export class ExpressionError extends Error {}

/** A condition of the designer is a JSON tree, one written by hand is CEL. */
export const readsLike = (text: string): 'tree' | 'cel' => (text.startsWith('{') ? 'tree' : 'cel')

/** `${…}`, in which other tools wrap their expressions, means what is in it. */
export const bare = (text: string): string => text.replace(/^\$\{(.*)\}$/s, '$1')

export const compileExpression = (text: string): Expression =>
  readsLike(text) === 'tree' ? compileTree(text) : compileCel(bare(text))

/** Expressions by their text, each compiled when it is first needed. */
export type Expressions = {
  value: (text: string, values: Values) => unknown
  holds: (text: string, values: Values) => boolean
}

export function expressions(): Expressions {
  const known = new Map<string, Expression>()
  const value = (text: string, values: Values): unknown => {
    try {
      const expression = known.get(text) ?? compileExpression(text)
      known.set(text, expression)
      return expression.evaluate(values)
    } catch (error) {
      throw new ExpressionError(`"${text}" cannot be worked out: ${(error as Error).message}`)
    }
  }
  return { value, holds: (text, values) => toBoolean(text, value(text, values)) }
}

/** A variable that was never set is not true. */
function toBoolean(text: string, value: unknown): boolean {
  if (typeof value === 'boolean') return value
  if (value === null || value === undefined) return false
  throw new ExpressionError(`"${text}" is ${JSON.stringify(value)}, expected true or false`)
}
