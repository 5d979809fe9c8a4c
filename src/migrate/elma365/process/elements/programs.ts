import { fieldCode } from '../../text.ts'
import type { Mapping } from '../diagram.ts'
import type { Item } from '../schemas.ts'
import { hasFunction } from '../scripts.ts'
import { isVariable, type Work } from '../work.ts'
import { byProgram, type Convert, nameOf, type Shape, textIn } from './shape.ts'

/** Its function reads all variables and changes some. */
export const script: Convert = (work, item) => {
  const { settings } = item
  const { count, delay } = settings as { count?: unknown; delay?: unknown }
  const shape = functionOf(work, item)
  if (settings.retry !== true || !isCount(count)) return shape
  return {
    ...shape,
    settings: {
      ...shape.settings,
      retries: String(Math.min(count, MOST_RETRIES)),
      ...(isCount(delay) && { backoff: `PT${delay}S` }),
    },
  }
}

function functionOf(work: Work, item: Item): Shape {
  const called = textIn(item.settings, 'func')
  if (hasFunction(work.program, called)) {
    return { tag: 'scriptTask', settings: { function: called } }
  }
  const why = 'its function did not come: a program does it, as a worker of its topic'
  work.say('by hand', nameOf(item), why)
  return byProgram(work, called || 'script')
}

const MOST_RETRIES = 1000

const isCount = (value: unknown): value is number =>
  Number.isInteger(value) && (value as number) > 0

/** A step of its own kind; files are passed by the variables that hold them. */
export const program: Convert = (work, item) => {
  const { settings, type } = item
  const mapping = (key: string, direction: 'in' | 'out'): Mapping[] => {
    const code = fieldCode(textIn(settings, key))
    if (!isVariable(work, code)) return []
    return [
      direction === 'in'
        ? { direction, source: code, target: 'file' }
        : { direction, source: 'file', target: code },
    ]
  }
  return {
    ...byProgram(work, type),
    mappings: [...mapping('inputFileCode', 'in'), ...mapping('outputFileCode', 'out')],
  }
}
