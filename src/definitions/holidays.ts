/** Days that an iCalendar file makes free: single ones, and those of every year as `12-25`. */
export type Holidays = { days: string[]; yearly: string[]; problems: HolidayProblem[] }
export type HolidayProblem = { line: number; message: string }

type Line = { at: number; name: string; value: string }

/** Longer lists are a mistake in the file. */
const MOST_DAYS = 366

/** Reads the events of an iCalendar file (RFC 5545) that last whole days. */
export function readHolidays(text: string): Holidays {
  const found: Holidays = { days: [], yearly: [], problems: [] }
  const lines = unfold(text)
  if (lines[0]?.name !== 'BEGIN' || lines[0].value.toUpperCase() !== 'VCALENDAR') {
    found.problems.push({ line: 1, message: 'this is not an iCalendar file' })
    return found
  }
  let event: Line[] | undefined
  for (const line of lines) {
    if (line.name === 'BEGIN' && line.value === 'VEVENT') event = []
    else if (line.name === 'END' && line.value === 'VEVENT') {
      readEvent(event ?? [], line.at, found)
      event = undefined
    } else event?.push(line)
  }
  return found
}

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
  const start = toDate(get('DTSTART')?.value)
  const line = get('DTSTART')?.at ?? at
  const fail = (message: string) => found.problems.push({ line, message })
  if (!start) return void fail('an event needs a DTSTART that is a day, such as 20261225')
  const end = toDate(get('DTEND')?.value) ?? nextDate(start)
  const days = datesBetween(start, end)
  if (days.length > MOST_DAYS) return void fail(`an event lasts more than ${MOST_DAYS} days`)
  const rule = get('RRULE')?.value
  if (rule === undefined) found.days.push(...days)
  else if (/^FREQ=YEARLY(;(BYMONTH=\d+|BYMONTHDAY=\d+|INTERVAL=1|WKST=\w+))*$/i.test(rule)) {
    found.yearly.push(...days.map((day) => day.slice(5)))
  } else fail(`"${rule}" is not understood: only FREQ=YEARLY on the same day is`)
}

function toDate(value: string | undefined): string | undefined {
  const [, year, month, day] = /^(\d{4})(\d\d)(\d\d)(?:T000000Z?)?$/.exec(value ?? '') ?? []
  const date = `${year}-${month}-${day}`
  return year !== undefined && !Number.isNaN(Date.parse(`${date}T00:00:00Z`)) ? date : undefined
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
