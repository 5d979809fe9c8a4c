import {
  addWorkingTime,
  type Calendar,
  parseWorkingTime,
  USUAL,
  type WorkingTime,
} from '../../lib/calendar.ts'
import { ExpressionError } from '../expressions/expression.ts'
import { contextOf, type Run } from '../run.ts'
import { addDuration, parseDuration } from './duration.ts'
import { whyImpossible } from './impossible.ts'
import { LAST, parseMoment } from './moment.ts'

/** The due date of a task, and the working time it was counted from, which may be that of the performer. */
export type Due = { due: string | null; working?: string }

/** A duration or working time from now, a date, or an expression that gives one. */
export function dueAt(run: Run, no: number, text: string | undefined): Due {
  if (text === undefined || text === '') return { due: null }
  const time = readTime(run, no, text, isTime)
  if (time === null) return { due: null }
  const due = momentAfter(run.now, time, run.calendar)
  return parseWorkingTime(time) ? { due, working: time } : { due }
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
  const why = typeof value === 'string' ? whyImpossible(value) : undefined
  throw new ExpressionError(
    why === undefined
      ? `"${text}" is ${JSON.stringify(value)}, which is not a time`
      : `${text}: ${why}`,
  )
}

export const isTime = (text: string): boolean =>
  parseDuration(text) !== undefined ||
  parseMoment(text) !== undefined ||
  parseWorkingTime(text) !== undefined

function afterWork(now: string, time: WorkingTime, calendar: Calendar): string {
  try {
    return addWorkingTime(new Date(now), time, calendar).toISOString()
  } catch (error) {
    throw new ExpressionError((error as Error).message)
  }
}

export function momentAfter(now: string, text: string, calendar: Calendar = USUAL): string {
  const working = parseWorkingTime(text)
  if (working) return afterWork(now, working, calendar)
  const duration = parseDuration(text)
  const moment = duration ? addDuration(new Date(now), duration) : parseMoment(text)
  if (!moment)
    throw new ExpressionError(whyImpossible(text) ?? `"${text}" is neither a date nor a duration`)
  if (moment > LAST) throw new ExpressionError(`"${text}" from ${now} on is after the year 9999`)
  return moment.toISOString()
}
