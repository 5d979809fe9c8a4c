const DAY = 24 * 3600 * 1000

/**
 * Dates in demo data are relative to the day of loading, so that they never look old: `-12d 09:30` is half
 * past nine twelve days before, `+30d` a future day, `-90m` and `-2h` are relative to the time of loading.
 * Anything else is kept unchanged.
 */
export function expandMoment(text: string, start: Date): string {
  const [, days, clock = '00:00'] = /^([+-]\d+)d(?: (\d\d:\d\d))?$/.exec(text) ?? []
  if (days !== undefined) {
    const day = new Date(start.getTime() + Number(days) * DAY).toISOString().slice(0, 10)
    return `${day}T${clock}:00Z`
  }
  const [, count, unit] = /^([+-]\d+)([hm])$/.exec(text) ?? []
  if (count === undefined) return text
  const moment = start.getTime() + Number(count) * (unit === 'h' ? 3600 : 60) * 1000
  return `${new Date(moment).toISOString().slice(0, 19)}Z`
}
