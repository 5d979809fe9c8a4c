import { ExpressionError } from '../expressions/expression.ts'
import { contextOf, type Run } from '../run.ts'
import { addDuration, parseDuration } from './duration.ts'

/** Until when a task is to be done: a duration from now, a date, or an expression that gives one. */
export function dueAt(run: Run, no: number, text: string | undefined): string | null {
  if (text === undefined || text === '') return null
  const value = readTime(run, no, text)
  return value === null ? null : momentAfter(run.now, value)
}

/** What is written in a diagram as a time: the text itself where it is one, else the value of an expression. */
export function readTime(run: Run, no: number, text: string): string | null {
  if (isMoment(text)) return text
  const value = run.program.expressions.value(text, contextOf(run, no))
  if (value === null || value === undefined) return null
  if (typeof value === 'string') return value
  throw new ExpressionError(`"${text}" is ${JSON.stringify(value)}, expected a date or a duration`)
}

export function momentAfter(now: string, text: string): string {
  const duration = parseDuration(text)
  const moment = duration ? addDuration(new Date(now), duration) : new Date(withZone(text))
  if (Number.isNaN(moment.getTime())) {
    throw new ExpressionError(`"${text}" is neither a date nor a duration`)
  }
  return moment.toISOString()
}

const DATE = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)?)?$/

const isMoment = (text: string): boolean => parseDuration(text) !== undefined || DATE.test(text)

/** A time without a zone is meant in UTC, wherever the server stands. */
const withZone = (text: string): string => (/T[\d:.]+$/.test(text) ? `${text}Z` : text)
