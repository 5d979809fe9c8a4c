const DATE = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)?)?$/

/** A point in time as ISO 8601 writes it. One without a zone is meant in UTC, wherever the server stands. */
export function parseMoment(text: string): Date | undefined {
  const match = DATE.exec(text)
  if (!match) return undefined
  const [, time, , , zone] = match
  const moment = new Date(time !== undefined && zone === undefined ? `${text}Z` : text)
  return Number.isNaN(moment.getTime()) ? undefined : moment
}
