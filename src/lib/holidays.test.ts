import { expect, test } from 'vitest'
import { addHolidays, readHolidays, removeHoliday, takeHolidays } from './holidays.ts'

const FILE = `BEGIN:VCALENDAR\r
VERSION:2.0\r
X-KEPT:as it is\r
BEGIN:VEVENT\r
SUMMARY:Christmas\\, and the day after\r
DTSTART;VALUE=DATE:20261225\r
DTEND;VALUE=DATE:20261227\r
RRULE:FREQ=YEARLY\r
END:VEVENT\r
BEGIN:VEVENT\r
SUMMARY:Stand-up\r
DTSTART:20260301T090000Z\r
END:VEVENT\r
BEGIN:VEVENT\r
SUMMARY:Every week\r
DTSTART;VALUE=DATE:20260302\r
RRULE:FREQ=WEEKLY\r
END:VEVENT\r
END:VCALENDAR\r
`
const NAME = 'День защиты детей, «праздник»; первый день лета \\ всё'
const EASTER = { name: NAME, from: '2027-03-26', to: '2027-03-29', isYearly: false }

test('a file is read with the names of its days, and says what it cannot mean', () => {
  const { events, days, yearly, problems } = readHolidays(FILE)

  expect(events).toMatchObject([
    {
      name: 'Christmas, and the day after',
      from: '2026-12-25',
      to: '2026-12-26',
      isYearly: true,
    },
  ])
  expect({ days, yearly }).toEqual({ days: [], yearly: ['12-25', '12-26'] })
  expect(problems.map(({ line, why, of }) => [line, why, of])).toEqual([
    [12, 'day', 'Stand-up'],
    [16, 'rule', 'Every week'],
  ])
})

test('a holiday is added and removed without touching the rest of the file', () => {
  const added = addHolidays(FILE, [EASTER])
  const found = readHolidays(added).events[1]

  expect(found).toMatchObject(EASTER)
  expect(added.split('\r\n').every((line) => Buffer.byteLength(line) <= 75)).toBe(true)
  expect(found && removeHoliday(added, found)).toBe(FILE)
})

test('a file begins with its first holiday', () => {
  expect(readHolidays(addHolidays(undefined, [EASTER]))).toMatchObject({
    events: [EASTER],
    days: ['2027-03-26', '2027-03-27', '2027-03-28', '2027-03-29'],
    problems: [],
  })
})

test('a day that no year has is told', () => {
  const { days, problems } = readHolidays(FILE.replace('20260301T090000Z', '20260231'))
  expect(days).toEqual([])
  expect(problems[0]).toMatchObject({ line: 12, why: 'day', of: 'Stand-up' })
})

test.each([FILE.replace('END:VCALENDAR', 'end:vcalendar'), FILE.replace('END:VCALENDAR\r\n', '')])(
  'holidays are added where the calendar ends, however that is written',
  (file) => {
    expect(readHolidays(addHolidays(file, [EASTER])).events.at(-1)).toMatchObject(EASTER)
  },
)

test('what is there already is not taken again, in any year if it is of every year', () => {
  const known = readHolidays(FILE)
  const again = addHolidays(undefined, [
    { name: 'Noel', from: '2020-12-25', to: '2020-12-26', isYearly: true },
    EASTER,
    EASTER,
  ])

  const { taken, repeated } = takeHolidays(known, readHolidays(again))

  expect(taken.map(({ name }) => name)).toEqual([NAME])
  expect(repeated.map(({ name }) => name)).toEqual(['Noel', NAME])
})
