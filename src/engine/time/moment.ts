const DATE = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)?)?$/

/** An ISO 8601 date and time. Without a zone it is UTC, whatever the time zone of the server. */
export function parseMoment(text: string): Date | undefined {
  const match = DATE.exec(text)
  if (!match) return undefined
  const [, time, , , zone] = match
  const moment = new Date(time !== undefined && zone === undefined ? `${text}Z` : text)
  return moment >= FIRST && moment <= LAST ? moment : undefined
}

/** The calendar of databases has no year 0. */
const FIRST = new Date('0001-01-01T00:00:00Z')

/** Later years have more digits, and would not be sorted with others. */
export const LAST = new Date('9999-12-31T23:59:59.999Z')
