import { attribute, elements } from './xml.ts'

/** What a number in a cell stands for. */
export type NumberKind = 'number' | 'moment' | 'duration'

/** Formats that every spreadsheet knows by number: dates and times among them. */
const isBuiltInMoment = (id: number): boolean =>
  (id >= 14 && id <= 22) ||
  (id >= 27 && id <= 36) ||
  id === 45 ||
  id === 47 ||
  (id >= 50 && id <= 58)
const ELAPSED = 46

/** The kind of every cell style, by its place. */
export function readFormats(styles: string): NumberKind[] {
  const codes = new Map(
    elements(styles, 'numFmt').map(({ attributes }) => [
      attribute(attributes, 'numFmtId') ?? '',
      attribute(attributes, 'formatCode') ?? '',
    ]),
  )
  const [formats] = elements(styles, 'cellXfs')
  return elements(formats?.inner ?? '', 'xf').map(({ attributes }) => {
    const id = attribute(attributes, 'numFmtId') ?? '0'
    const code = codes.get(id)
    return code === undefined ? builtIn(Number(id)) : kindOf(code)
  })
}

function builtIn(id: number): NumberKind {
  if (id === ELAPSED) return 'duration'
  return isBuiltInMoment(id) ? 'moment' : 'number'
}

/** Text in quotes, escaped characters, colours and currencies say nothing about the kind. */
function kindOf(code: string): NumberKind {
  const [positive = ''] = code.replaceAll(/"[^"]*"|\\.|_.|\*./g, '').split(';')
  if (/\[(h+|m+|s+)\]/i.test(positive)) return 'duration'
  return /[dmyhs]/i.test(positive.replaceAll(/\[[^\]]*\]|general/gi, '')) ? 'moment' : 'number'
}

const DAY = 86_400
/** Days from the first day of Unix to day 0 of the two calendars. */
const START = { 1900: -25_569, 1904: -24_107 }

/**
 * A date, a time of day or both as ISO text, to the second: days are stored as fractions that are
 * never exact. Day 60 of the old calendar is a 29 February that never was.
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

/** Hours may be more than a day has. */
export function durationText(serial: number): string {
  const seconds = Math.round(Math.abs(serial) * DAY)
  const two = (number: number) => String(number).padStart(2, '0')
  const parts = [Math.floor(seconds / 3600), two(Math.floor(seconds / 60) % 60), two(seconds % 60)]
  return `${serial < 0 ? '-' : ''}${parts.join(':')}`
}
