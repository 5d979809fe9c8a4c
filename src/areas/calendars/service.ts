import { dirname, join } from 'node:path/posix'
import { type StoredDefinition, wholeSnapshot } from '../../definitions/snapshot.ts'
import {
  addWorkingTime,
  type Calendar,
  localOf,
  looksLikeWorkingTime,
  parseWorkingTime,
  USUAL,
} from '../../lib/calendar.ts'
import { subjectKey } from '../../lib/codes.ts'
import { invalid, notFound } from '../../lib/errors.ts'
import { isDay, readHolidays } from '../../lib/holidays.ts'
import { toCalendar, toSpans } from '../../lib/working-week.ts'
import type { Context } from '../../platform/context.ts'
import { findNames, usersBehindEach } from '../people/groups/membership.ts'
import { findOwnHours } from '../people/users/profile.ts'
import { getSolutionFile } from '../solutions/service.ts'
import type { CalendarView } from './operations.ts'

export type Definition = StoredDefinition<'calendar'>

/** Definitions are immutable, so parsed calendars are cached with them. */
const read = new WeakMap<Definition, Promise<Calendar>>()

function calendarIn(ctx: Context, definition: Definition): Promise<Calendar> {
  const known = read.get(definition)
  if (known !== undefined) return known
  const reading = load(ctx, definition)
  read.set(definition, reading)
  reading.catch(() => read.delete(definition))
  return reading
}

async function load(ctx: Context, { body, solution, file }: Definition): Promise<Calendar> {
  if (body.holidays === undefined) return toCalendar(body)
  const content = await getSolutionFile(ctx, solution, join(dirname(file), body.holidays))
  return toCalendar(body, readHolidays(content.toString('utf8')))
}

export const allCalendars = async (ctx: Context): Promise<Definition[]> =>
  (await wholeSnapshot(ctx)).live('calendar')

/** The calendar with this code, otherwise the default one. */
export async function calendarNamed(ctx: Context, code?: string): Promise<Calendar> {
  const live = await allCalendars(ctx)
  if (live.length === 0) return USUAL
  const found = live.find((each) => (code === undefined ? each.body.default : each.code === code))
  const usual = found ?? live.find(({ body }) => body.default)
  return usual ? calendarIn(ctx, usual) : USUAL
}

/** The calendar of a person, with the hours that they set for themselves. Free days stay free. */
export async function calendarOf(ctx: Context, user: string): Promise<Calendar | undefined> {
  const given = await givenCalendar(ctx, user)
  const own = await findOwnHours(ctx, user)
  return own ? { ...(given ?? (await calendarNamed(ctx))), ...own } : given
}

/** The calendar that names the person, otherwise one that names their department, group or position. */
export async function givenCalendar(ctx: Context, user: string): Promise<Calendar | undefined> {
  const found = (await listHolders(ctx)).find(({ users }) => users.includes(user))
  return found && calendarIn(ctx, found.definition)
}

/** The people behind the subjects of calendars: single people first, because they take precedence. */
export async function listHolders(ctx: Context) {
  const named = (await allCalendars(ctx)).flatMap((definition) =>
    definition.body.for.map((subject) => ({ definition, subject })),
  )
  if (named.length === 0) return []
  const isPerson = ({ subject }: { subject: string }) => subject.startsWith('user:')
  const ids = await findNames(
    ctx,
    named.map(({ subject }) => subject),
  )
  const behind = await usersBehindEach(ctx, [...ids.values()])
  return [...named.filter(isPerson), ...named.filter((each) => !isPerson(each))].map(
    ({ definition, subject }) => ({
      definition,
      users: behind.get(ids.get(subjectKey(subject)) ?? '') ?? [],
    }),
  )
}

export type Counting = { from: string; time: string; calendar?: string | undefined }

export async function countTime(ctx: Context, { from, time, calendar }: Counting) {
  const working = parseWorkingTime(time)
  if (!working) {
    throw invalid(
      looksLikeWorkingTime(time)
        ? `"${time}" is more than ten years of working time`
        : 'expected working time such as "2 working days" or "4 working hours"',
    )
  }
  if (calendar !== undefined && !(await allCalendars(ctx)).some(({ code }) => code === calendar)) {
    throw notFound('calendar', calendar)
  }
  const chosen = await calendarNamed(ctx, calendar)
  try {
    return { moment: addWorkingTime(new Date(from), working, chosen).toISOString() }
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    throw invalid(`"${time}" cannot be counted from ${from} on: ${error.message}`)
  }
}

export async function getOwnCalendar(ctx: Context): Promise<Pick<CalendarView, 'zone' | 'week'>> {
  const { zone, week } = (await calendarOf(ctx, ctx.user.id)) ?? (await calendarNamed(ctx))
  return { zone, week: week.map(toSpans) }
}

const MOST_DAYS = 100

export async function listCalendars(ctx: Context): Promise<CalendarView[]> {
  const live = await allCalendars(ctx)
  const now = ctx.now()
  return Promise.all(
    live.map(async (definition) => {
      const { code, body } = definition
      const { zone, week, days, yearly } = await calendarIn(ctx, definition)
      return {
        ...{ code, name: body.name, description: body.description, zone },
        isDefault: body.default,
        week: week.map(toSpans),
        holidays: freeDays({ days, yearly }, localOf(now, zone).date),
        days: otherDays(days, localOf(now, zone).date),
      }
    }),
  )
}

/** Single days, and those of every year in the next twelve months. */
function freeDays({ days, yearly }: Pick<Calendar, 'days' | 'yearly'>, today: string): string[] {
  const single = [...days].filter(([, hours]) => hours.length === 0).map(([day]) => day)
  const year = Number(today.slice(0, 4))
  const next = [...yearly].map((day) => `${day < today.slice(5) ? year + 1 : year}-${day}`)
  const isWorked = (day: string) => (days.get(day)?.length ?? 0) > 0
  return [...new Set([...single, ...next])]
    .filter((day) => day >= today && isDay(day) && !isWorked(day))
    .toSorted()
    .slice(0, MOST_DAYS)
}

const otherDays = (days: Calendar['days'], today: string): Record<string, string[]> =>
  Object.fromEntries(
    [...days]
      .filter(([day, hours]) => day >= today && hours.length > 0)
      .map(([day, hours]): [string, string[]] => [day, toSpans(hours)])
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .slice(0, MOST_DAYS),
  )
