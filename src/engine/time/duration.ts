/** An ISO 8601 duration; months and days are calendar months and days. */
export type Duration = { months: number; days: number; milliseconds: number }

const PATTERN =
  /^P(?!$)(?:(\d+)Y)?(?:(\d+)M)?(?:(\d+)W)?(?:(\d+)D)?(?:T(?!$)(?:(\d+)H)?(?:(\d+)M)?(?:(\d+(?:[.,]\d+)?)S)?)?$/

export function parseDuration(text: string): Duration | undefined {
  const match = PATTERN.exec(text)
  if (!match) return undefined
  const [years = 0, months = 0, weeks = 0, days = 0, hours = 0, minutes = 0, seconds = 0] = match
    .slice(1)
    .map((part) => Number((part ?? '0').replace(',', '.')))
  const duration = {
    months: years * 12 + months,
    days: weeks * 7 + days,
    milliseconds: Math.round(((hours * 60 + minutes) * 60 + seconds) * 1000),
  }
  return lengthOf(duration) > LONGEST ? undefined : duration
}

/** Written as a duration, however long it is. */
export const looksLikeDuration = (text: string): boolean => PATTERN.test(text)

const DAY = 86_400_000
/** A thousand years: whoever writes more made a mistake, and dates end in the year 9999. */
const LONGEST = 1000 * 366 * DAY

const lengthOf = ({ months, days, milliseconds }: Duration): number =>
  (months * 30.5 + days) * DAY + milliseconds

/** The 31st plus one month is the last day of the next month. */
export function addDuration(time: Date, { months, days, milliseconds }: Duration): Date {
  const moved = new Date(time)
  if (months > 0) {
    moved.setUTCDate(1)
    moved.setUTCMonth(moved.getUTCMonth() + months)
    moved.setUTCDate(Math.min(time.getUTCDate(), daysInMonth(moved)))
  }
  moved.setUTCDate(moved.getUTCDate() + days)
  return new Date(moved.getTime() + milliseconds)
}

const daysInMonth = (time: Date): number =>
  new Date(Date.UTC(time.getUTCFullYear(), time.getUTCMonth() + 1, 0)).getUTCDate()
