import { isId } from '../../fields/checks.ts'
import { Span } from '../../fields/kinds/periods.ts'
import { DAY, readMoment, secondsOf } from '../../fields/times.ts'
import type { Reader } from '../source.ts'
import type { Call } from './ast.ts'
import { isZone, periodOf, relativePeriod, toLocal } from './calendar.ts'
import { fail } from './tokens.ts'

/** The value of a call, in the form of the field it is compared with. */
export function valueOfCall(call: Call, asked: Reader | undefined): unknown {
  switch (call.name) {
    case 'CurrentUser':
      return known(asked, call).by
    case 'Refitem':
      return reference(call)
    case 'Time':
      return time(call)
    case 'Datetime':
      return datetime(call, asked)
    case 'RelativeDatetime':
      return relative(call, known(asked, call))
  }
}

function known(asked: Reader | undefined, { name, at }: Call): Reader {
  if (asked) return asked
  throw fail(`${name} is not available in this list`, at)
}

function reference({ arguments: [namespace, code, id], at }: Call) {
  if ([namespace, code].some((part) => typeof part !== 'string')) {
    throw fail("expected Refitem('workspace', 'app', 'id'), each in quotes", at)
  }
  if (id !== undefined && !isId(id)) throw fail(`expected an id, got ${JSON.stringify(id)}`, at)
  return { namespace, code, ...(id !== undefined && { id: String(id).toLowerCase() }) }
}

/** `Time(14)` is the hour from 14:00, `Time(14, 30)` one minute. */
function time({ arguments: given, at }: Call): Span {
  const units = [3600, 60, 1]
  const isRight = given.every(
    (part, place) => isWhole(part) && part >= 0 && part < (place === 0 ? 24 : 60),
  )
  if (!isRight) throw fail('expected Time(hour, minute, second) of a day', at)
  const from = given.reduce<number>(
    (sum, part, place) => sum + Number(part) * (units[place] ?? 0),
    0,
  )
  return new Span('time', { from, to: from + (units[given.length - 1] ?? 1) })
}

const isWhole = (part: string | number): part is number => Number.isInteger(part)

/** `Datetime(2023, 1)` is January; `Datetime('Today')` the day, `Datetime('Now')` the second. */
function datetime(call: Call, asked: Reader | undefined): Span {
  const { arguments: given, at } = call
  const [first] = given
  if (typeof first === 'string') return named(call, first, asked)
  const last = given.at(-1)
  const zone = typeof last === 'string' ? last : 'UTC'
  const parts = typeof last === 'string' ? given.slice(0, -1) : given
  if (!isZone(zone)) throw fail(`there is no time zone '${zone.slice(0, 50)}'`, at)
  const period = parts.every(isWhole) && parts.length < 7 ? periodOf(parts, zone) : undefined
  if (!period)
    throw fail(
      `there is no such date, expected Datetime(year, month, day, hour, minute, second, 'zone')`,
      at,
    )
  return new Span('moment', period)
}

function named(call: Call, word: string, asked: Reader | undefined): Span {
  const {
    at,
    arguments: [, zone = 'UTC', ...others],
  } = call
  if (typeof zone !== 'string' || !isZone(zone) || others.length > 0) {
    throw fail(`expected a time zone after '${word.slice(0, 50)}'`, at)
  }
  const { at: time } = /^(now|today)$/i.test(word) ? known(asked, call) : { at: new Date(0) }
  const seconds = Math.floor(time.getTime() / 1000)
  if (/^now$/i.test(word)) return new Span('moment', { from: seconds, to: seconds + 1 })
  const today = /^today$/i.test(word)
    ? periodOf(toLocal(seconds, zone).slice(0, 3), zone)
    : undefined
  if (today) return new Span('moment', today)
  const moment = readMoment(word)
  if (!moment)
    throw fail(
      `expected 'Today', 'Now' or a date such as '2026-03-02', got '${word.slice(0, 50)}'`,
      at,
    )
  const from = secondsOf(moment.wire)
  return new Span('moment', { from, to: from + (moment.hasTime ? 1 : DAY) })
}

/** `RelativeDatetime('-7d', '0d')`: from the start of that day to the end of today. */
function relative({ arguments: given, at }: Call, asked: Reader): Span {
  const [from, to = from] = given
  const period = relativePeriod(String(from), String(to), asked.at)
  if (period) return new Span('moment', period)
  throw fail(
    "expected RelativeDatetime('-7d', '0d') with the units y q m w d h, and not so far away",
    at,
  )
}
