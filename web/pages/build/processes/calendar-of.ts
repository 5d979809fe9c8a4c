import type { CalendarView } from '../../../../src/areas/calendars/operations.ts'
import type { Calendar, Hours } from '../../../../src/lib/calendar.ts'
import { toHours } from '../../../../src/lib/working-week.ts'

/** The published calendar of this code, or that of everybody, to count with. */
export function calendarOf(
  calendars: readonly CalendarView[],
  code: string | undefined,
): Calendar | undefined {
  const usual = calendars.find(({ isDefault }) => isDefault)
  const found = calendars.find((each) => each.code === code) ?? usual
  if (!found) return undefined
  return {
    zone: found.zone,
    week: found.week.map(toHours),
    days: new Map([
      ...found.holidays.map((day): [string, Hours] => [day, []]),
      ...Object.entries(found.days).map(([day, spans]): [string, Hours] => [day, toHours(spans)]),
    ]),
    yearly: new Set(),
  }
}
