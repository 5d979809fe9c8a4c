import { caseOf } from '../coverage.ts'
import { fieldCode } from '../text.ts'
import { Time } from './schemas.ts'

/** A time as processes write it here, and what it lost on the way; or why it is not understood. */
export type Timed = { text: string; note?: string } | { why: string }

/** A working day, where a time has days and hours. */
const HOURS = 8

export function toTime(given: unknown, isVariable: (code: string) => boolean): Timed | undefined {
  const { data } = Time.safeParse(given)
  if (!data) return given === undefined || given === null ? undefined : { why: UNKNOWN }
  const { outcome, why } = caseOf('time', data.kind)
  if (outcome !== 'taken') return { why: `time "${data.kind}": ${why}` }
  return data.kind === 'variable' ? ofVariable(data, isVariable) : ofDuration(data)
}

const UNKNOWN = 'the time has another form than those that are known'

function ofVariable(time: Time, isVariable: (code: string) => boolean): Timed {
  const code = fieldCode(time.code)
  if (!isVariable(code)) return { why: `there is no variable "${time.code}" for the time` }
  if (time.days === 0 && time.hours === 0 && time.minutes === 0) return { text: code }
  return {
    text: code,
    note: 'the time is that of the variable, without what was added or taken away',
  }
}

function ofDuration({ days, hours, minutes, absolute }: Time): Timed | undefined {
  if (days === 0 && hours === 0 && minutes === 0) return undefined
  const all = [days, hours, minutes]
  if (!all.every((each) => Number.isInteger(each) && each >= 0)) return { why: UNKNOWN }
  if (absolute) return { text: isoOf(days, hours, minutes) }
  const [only, ...more] = [
    ...(days > 0 ? [`${days} working days`] : []),
    ...(hours > 0 ? [`${hours} working hours`] : []),
    ...(minutes > 0 ? [`${minutes} working minutes`] : []),
  ]
  if (only !== undefined && more.length === 0) return { text: only }
  const total = (days * HOURS + hours) * 60 + minutes
  return { text: `${total} working minutes`, note: `a working day counts as ${HOURS} hours` }
}

const isoOf = (days: number, hours: number, minutes: number): string =>
  [
    `P${days > 0 ? `${days}D` : ''}`,
    hours > 0 || minutes > 0 ? 'T' : '',
    hours > 0 ? `${hours}H` : '',
    minutes > 0 ? `${minutes}M` : '',
  ].join('')
