import { ExpressionError } from '../expressions/expression.ts'
import { contextOf, type Run } from '../run.ts'
import { addDuration, parseDuration } from './duration.ts'
import { parseMoment } from './moment.ts'

/** The due date of a task: a duration from now, a date, or an expression that gives one. */
export function dueAt(run: Run, no: number, text: string | undefined): string | null {
  if (text === undefined || text === '') return null
  const time = readTime(run, no, text, isTime)
  return time === null ? null : momentAfter(run.now, time)
}

/** A time in a diagram: the text itself if it is a time, else the value of an expression. */
export function readTime(
  run: Run,
  no: number,
  text: string,
  isLiteral: (text: string) => boolean,
): string | null {
  if (isLiteral(text)) return text
  const value = run.program.expressions.value(text, contextOf(run, no))
  if (value === null || value === undefined) return null
  if (typeof value === 'string' && isLiteral(value)) return value
  throw new ExpressionError(`"${text}" is ${JSON.stringify(value)}, which is not a time`)
}

export const isTime = (text: string): boolean =>
  parseDuration(text) !== undefined || parseMoment(text) !== undefined

export function momentAfter(now: string, text: string): string {
  const duration = parseDuration(text)
  const moment = duration ? addDuration(new Date(now), duration) : parseMoment(text)
  if (!moment) throw new ExpressionError(`"${text}" is neither a date nor a duration`)
  return moment.toISOString()
}
