import type { Values } from '../state.ts'
import { compileCel, type Expression } from './cel.ts'
import { compileTree } from './tree.ts'

/** A condition or mapping could not be evaluated: becomes an incident, never an exception for the caller. */
export class ExpressionError extends Error {}

/** Removes the marks in which other tools wrap their expressions: `${…}`, `#{…}`, a leading `=`. */
export const bare = (text: string): string =>
  text
    .replace(/^[$#]\{(.*)\}$/s, '$1')
    .replace(/^=(?!=)/, '')
    .trim()

/** A condition of the designer is a JSON tree, one written by hand is CEL. */
export const isTree = (text: string): boolean => text.startsWith('{')

export const compileValue = (text: string): Expression => compileCel(bare(text))

export const compileCondition = (text: string): Expression =>
  isTree(text) ? compileTree(text) : compileValue(text)

/** Expressions by their text, each compiled on first use. */
export type Expressions = {
  value: (text: string, values: Values) => unknown
  holds: (text: string, values: Values) => boolean
}

export function expressions(): Expressions {
  const conditionOf = remember(compileCondition)
  return {
    value: remember(compileValue),
    holds: (text, values) => toBoolean(text, conditionOf(text, values)),
  }
}

function remember(compile: (text: string) => Expression): Expressions['value'] {
  const known = new Map<string, Expression>()
  return (text, values) => {
    try {
      const expression = known.get(text) ?? compile(text)
      known.set(text, expression)
      return expression.evaluate(values)
    } catch (error) {
      throw new ExpressionError(`"${text}" cannot be evaluated: ${(error as Error).message}`)
    }
  }
}

/** A variable that was never set is not true. */
function toBoolean(text: string, value: unknown): boolean {
  if (typeof value === 'boolean') return value
  if (value === null || value === undefined) return false
  throw new ExpressionError(`"${text}" is ${JSON.stringify(value)}, expected true or false`)
}
