/** A holiday of an iCalendar file: its first and its last day. */
export type Holiday = {
  name: string
  from: string
  to: string
  isYearly: boolean
  /** Its lines in the file, from 1. */
  lines: readonly [first: number, last: number]
}
export type NewHoliday = Omit<Holiday, 'lines'>

/** Days that an iCalendar file makes free: single ones, and those of every year as `12-25`. */
export type Holidays = {
  events: Holiday[]
  days: string[]
  yearly: string[]
  problems: HolidayProblem[]
}
export type HolidayProblem = {
  line: number
  message: string
  why: 'file' | 'day' | 'length' | 'rule'
  /** What the event is called, or its rule. */
  of: string
}

type Line = { at: number; name: string; value: string }

/** Longer lists are a mistake in the file. */
const MOST_DAYS = 366

/** Reads the events of an iCalendar file (RFC 5545) that last whole days. */
export function readHolidays(text: string): Holidays {
  const found: Holidays = { events: [], days: [], yearly: [], problems: [] }
  const lines = unfold(text)
  if (lines[0]?.name !== 'BEGIN' || lines[0].value.toUpperCase() !== 'VCALENDAR') {
    const message = 'this is not an iCalendar file'
    found.problems.push({ line: 1, message, why: 'file', of: '' })
    return found
  }
  let event: Line[] | undefined
  for (const line of lines) {
    if (line.name === 'BEGIN' && line.value === 'VEVENT') event = [line]
    else if (line.name === 'END' && line.value === 'VEVENT') {
      readEvent(event ?? [], line.at, found)
      event = undefined
    } else event?.push(line)
  }
  for (const { from, to, isYearly } of found.events) {
    const days = datesBetween(from, nextDate(to))
    if (isYearly) found.yearly.push(...days.map((day) => day.slice(5)))
    else found.days.push(...days)
  }
  return found
}

/** Puts holidays at the end of an iCalendar file; the rest of its text stays. */
export function addHolidays(text: string | undefined, holidays: readonly NewHoliday[]): string {
  const base = text ?? EMPTY
  const end = [...base.matchAll(/^END:VCALENDAR/gim)].at(-1)?.index ?? base.length
  const eol = base.includes('\r\n') ? '\r\n' : '\n'
  const added = holidays.map((each) => `${toLines(each).join(eol)}${eol}`).join('')
  return `${base.slice(0, end)}${added}${base.slice(end)}`
}

export function removeHoliday(text: string, { lines: [first, last] }: Holiday): string {
  const parts = text.split(/(?<=\n)/)
  return [...parts.slice(0, first - 1), ...parts.slice(last)].join('')
}

/** Those of an imported file that are not there yet, and why the others are left out. */
export function takeHolidays(known: Holidays, imported: Holidays) {
  const keyOf = ({ from, to, isYearly }: NewHoliday) =>
    isYearly ? `${from.slice(5)} ${to.slice(5)}` : `${from} ${to}`
  const seen = new Set(known.events.map(keyOf))
  const taken: Holiday[] = []
  const repeated: Holiday[] = []
  for (const event of imported.events) {
    const isKnown = seen.has(keyOf(event))
    ;(isKnown ? repeated : taken).push(event)
    seen.add(keyOf(event))
  }
  return { taken, repeated, problems: imported.problems }
}

const EMPTY =
  'BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//Kontor//Holidays//EN\r\nEND:VCALENDAR\r\n'

function toLines({ name, from, to, isYearly }: NewHoliday): string[] {
  const compact = (date: string) => date.replaceAll('-', '')
  return [
    'BEGIN:VEVENT',
    `UID:${compact(from)}-${compact(to)}${isYearly ? '-yearly' : ''}@kontor`,
    `DTSTAMP:${compact(from)}T000000Z`,
    ...fold(`SUMMARY:${name.replace(/[\\;,]/g, (sign) => `\\${sign}`).replace(/\r?\n/g, '\\n')}`),
    `DTSTART;VALUE=DATE:${compact(from)}`,
    `DTEND;VALUE=DATE:${compact(nextDate(to))}`,
    ...(isYearly ? ['RRULE:FREQ=YEARLY'] : []),
    'END:VEVENT',
  ]
}

/** Lines have at most 75 bytes; a character has at most four. */
const fold = (line: string): string[] =>
  (line.match(/.{1,18}/gu) ?? []).map((part, at) => (at === 0 ? part : ` ${part}`))

/** A line that begins with a blank continues the one before. */
function unfold(text: string): Line[] {
  const joined: { at: number; text: string }[] = []
  for (const [at, line] of text.split(/\r?\n/).entries()) {
    const last = joined.at(-1)
    if (/^[ \t]/.test(line) && last) last.text += line.slice(1)
    else if (line.trim() !== '') joined.push({ at: at + 1, text: line })
  }
  return joined.map(({ at, text: line }) => {
    const [, name = '', value = ''] = /^([^:;]+)(?:;[^:]*)?:(.*)$/.exec(line) ?? []
    return { at, name: name.toUpperCase(), value: value.trim() }
  })
}

function readEvent(event: readonly Line[], at: number, found: Holidays): void {
  const get = (name: string) => event.find((line) => line.name === name)
  const name = plain(get('SUMMARY')?.value ?? '')
  const from = toDate(get('DTSTART')?.value)
  const line = get('DTSTART')?.at ?? at
  const fail = (why: HolidayProblem['why'], message: string, of = name) =>
    found.problems.push({ line, message, why, of })
  if (!from) return void fail('day', 'an event needs a DTSTART that is a day, such as 20261225')
  const days = datesBetween(from, toDate(get('DTEND')?.value) ?? nextDate(from))
  if (days.length > MOST_DAYS) {
    return void fail('length', `an event lasts more than ${MOST_DAYS} days`)
  }
  const rule = get('RRULE')?.value
  if (rule !== undefined && !YEARLY.test(rule)) {
    const message = `"${rule}" is not understood: only FREQ=YEARLY on the same day is`
    return void fail('rule', message, name || rule)
  }
  const to = days.at(-1) ?? from
  const isYearly = rule !== undefined
  found.events.push({ name, from, to, isYearly, lines: [event[0]?.at ?? at, at] })
}

const YEARLY = /^FREQ=YEARLY(;(BYMONTH=\d+|BYMONTHDAY=\d+|INTERVAL=1|WKST=\w+))*$/i

const plain = (text: string): string =>
  text.replace(/\\(.)/g, (_, sign: string) => (/n/i.test(sign) ? ' ' : sign))

function toDate(value: string | undefined): string | undefined {
  const [, year, month, day] = /^(\d{4})(\d\d)(\d\d)(?:T000000Z?)?$/.exec(value ?? '') ?? []
  const date = `${year}-${month}-${day}`
  return year !== undefined && isDay(date) ? date : undefined
}

/** The 31st of February is read as a day in March. */
export function isDay(date: string): boolean {
  const moment = new Date(`${date}T00:00:00Z`)
  return !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(date)
}

const nextDate = (date: string): string =>
  new Date(Date.parse(`${date}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10)

function datesBetween(start: string, end: string): string[] {
  const dates: string[] = []
  for (let date = start; date < end && dates.length <= MOST_DAYS; date = nextDate(date)) {
    dates.push(date)
  }
  return dates
}
