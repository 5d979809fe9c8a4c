import { z } from 'zod'
import { DAYS, SPAN, toHours, toWeek } from '../lib/working-week.ts'

/** `09:00-12:30`, in order and without overlaps. */
export const WorkingHours = z
  .array(z.string().regex(SPAN, 'expected hours such as 09:00-12:30'))
  .refine((spans) => {
    const minutes = toHours(spans).flat()
    return minutes.every((minute, at) => at === 0 || minute >= (minutes[at - 1] ?? 0))
  }, 'hours follow one another, and end after they begin')

/** The hours of each day; a day that is left out is free. */
export const WorkingWeek = z
  .partialRecord(z.enum(DAYS), WorkingHours)
  .refine((week) => Object.values(week).some((hours) => hours.length > 0), 'nobody ever works')
export type WorkingWeek = z.output<typeof WorkingWeek>

/** In hours. With less, what is due in working time would be due years later. */
const FEWEST = 5

/** The hours that people set for themselves. */
export const OwnWeek = WorkingWeek.refine(
  (week) => minutesIn(week) >= FEWEST * 60,
  `expected at least ${FEWEST} hours a week`,
)

const minutesIn = (week: WorkingWeek): number =>
  toWeek(week)
    .flat()
    .reduce((sum, [from, to]) => sum + to - from, 0)
