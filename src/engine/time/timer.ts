import { ExpressionError } from '../expressions/expression.ts'
import type { Trigger } from '../model.ts'
import type { Run } from '../run.ts'
import { type Cycle, FOR_EVER, occurrence, parseCycle } from './cycle.ts'
import { isTime, momentAfter, readTime } from './due.ts'

/** When a timer is due, and how often it repeats; a time in the past is due immediately. */
export type Timer = { due: string; repeats?: number }

export function timerOf(run: Run, no: number, trigger: Trigger | undefined): Timer {
  const text = trigger?.value ?? ''
  if (trigger?.name === 'timeCycle') return firstOf(run, cycleOf(run, no, text))
  const time = readTime(run, no, text, isTime)
  if (time === null) throw new ExpressionError(`the time "${text}" is not set`)
  return { due: momentAfter(run.now, time, run.calendar) }
}

/** The next due time of a repeating timer. */
export function nextDue(
  run: Run,
  no: number,
  trigger: Trigger | undefined,
  previous: string,
): string | undefined {
  const cycle = cycleOf(run, no, trigger?.value ?? '')
  return occurrence(cycle, new Date(run.now), new Date(previous))?.toISOString()
}

function firstOf(run: Run, cycle: Cycle): Timer {
  const first = occurrence(cycle, new Date(run.now))
  if (!first) throw new ExpressionError('the timer is never due')
  return {
    due: first.toISOString(),
    repeats: cycle.count === FOR_EVER ? FOR_EVER : cycle.count - 1,
  }
}

function cycleOf(run: Run, no: number, text: string): Cycle {
  const time = readTime(run, no, text, (each) => parseCycle(each) !== undefined)
  const cycle = time === null ? undefined : parseCycle(time)
  if (!cycle) throw new ExpressionError(`the time "${text}" is not set`)
  return cycle
}
