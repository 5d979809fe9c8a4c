import { occurrence, parseCycle } from '../../../engine/time/cycle.ts'
import { invalid } from '../../../lib/errors.ts'
import type { Timing } from './operations.ts'

/** The first time after a moment, in the time zone of the owner; days with a clock change included. */
export function nextTime(timing: Timing, timeZone: string, after: Date): Date {
  const cycle = parseCycle(`TZ=${timeZone} ${cronOf(timing)}`)
  const next = cycle && occurrence(cycle, after)
  if (!next) throw invalid('field "timing": this time never comes')
  return next
}

function cronOf(timing: Timing): string {
  const [hour = '', minute = ''] = timing.at.split(':')
  const time = `${Number(minute)} ${Number(hour)}`
  if (timing.every === 'day') return `${time} * * *`
  if (timing.every === 'week') return `${time} * * ${timing.weekdays.join(',')}`
  return `${time} ${timing.day === 'last' ? 'L' : timing.day} * *`
}
