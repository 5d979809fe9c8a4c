import { attribute, elements } from './xml.ts'

/** The meaning of a number in a cell. */
export type NumberKind = 'number' | 'moment' | 'duration'

/** The built-in number formats for dates and times. */
const isBuiltInMoment = (id: number): boolean =>
  (id >= 14 && id <= 22) ||
  (id >= 27 && id <= 36) ||
  id === 45 ||
  id === 47 ||
  (id >= 50 && id <= 58)
const ELAPSED = 46

/** The kind of each cell style, by index. */
export function readFormats(styles: string): NumberKind[] {
  // Read once each: a million styles may share one long format.
  const kinds = new Map(
    elements(styles, 'numFmt').map(({ attributes }) => [
      attribute(attributes, 'numFmtId') ?? '',
      kindOf(attribute(attributes, 'formatCode') ?? ''),
    ]),
  )
  const [formats] = elements(styles, 'cellXfs')
  return elements(formats?.inner ?? '', 'xf').map(({ attributes }) => {
    const id = attribute(attributes, 'numFmtId') ?? '0'
    return kinds.get(id) ?? builtIn(Number(id))
  })
}

function builtIn(id: number): NumberKind {
  if (id === ELAPSED) return 'duration'
  return isBuiltInMoment(id) ? 'moment' : 'number'
}

/** Ignores quoted text, escaped characters, colours and currencies. */
function kindOf(code: string): NumberKind {
  const [positive = ''] = code.replaceAll(/"[^"]*"|\\.|_.|\*./g, '').split(';')
  if (/\[(h+|m+|s+)\]/i.test(positive)) return 'duration'
  return /[dmyhs]/i.test(positive.replaceAll(/\[[^[\]]*\]|general/gi, '')) ? 'moment' : 'number'
}

const DAY = 86_400
/** Days from the Unix epoch to day 0 of the two calendars. */
const START = { 1900: -25_569, 1904: -24_107 }

/**
 * A date, a time of day or both as ISO text, rounded to seconds because the stored fractions of days are
 * not exact. Day 60 of the 1900 calendar is 29 February 1900, which never existed.
 */
export function momentText(serial: number, calendar: 1900 | 1904): string {
  const seconds = Math.round(serial * DAY)
  const time = new Date((((seconds % DAY) + DAY) % DAY) * 1000).toISOString().slice(11, 19)
  if (seconds >= 0 && seconds < DAY) return time
  const day = Math.floor(seconds / DAY)
  const days = START[calendar] + day + (calendar === 1900 && day < 60 ? 1 : 0)
  const moment = new Date(days * DAY * 1000)
  if (Number.isNaN(moment.getTime())) return String(serial)
  const date = moment.toISOString().slice(0, 10)
  return time === '00:00:00' ? date : `${date}T${time}`
}

/** Hours may exceed 24. */
export function durationText(serial: number): string {
  const seconds = Math.round(Math.abs(serial) * DAY)
  const two = (number: number) => String(number).padStart(2, '0')
  const parts = [Math.floor(seconds / 3600), two(Math.floor(seconds / 60) % 60), two(seconds % 60)]
  return `${serial < 0 ? '-' : ''}${parts.join(':')}`
}
