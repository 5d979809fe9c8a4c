import { fieldCode } from '../../text.ts'
import type { Mapping } from '../diagram.ts'
import { isVariable } from '../work.ts'
import { byProgram, type Convert, textIn } from './shape.ts'

/** Its function reads all variables and returns those it changes. */
export const script: Convert = (work, { settings }) => {
  const { count, delay } = settings as { count?: unknown; delay?: unknown }
  const shape = byProgram(work, textIn(settings, 'func') || 'script')
  if (settings.retry !== true || !isCount(count)) return shape
  return {
    ...shape,
    settings: {
      retries: String(Math.min(count, MOST_RETRIES)),
      ...(isCount(delay) && { backoff: `PT${delay}S` }),
    },
  }
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
