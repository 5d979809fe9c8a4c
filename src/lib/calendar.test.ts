import { describe, expect, test } from 'vitest'
import {
  addWorkingTime,
  type Calendar,
  localOf,
  OFFICE,
  parseWorkingTime,
  workingTimeBetween,
} from './calendar.ts'

const berlin: Calendar = {
  zone: 'Europe/Berlin',
  week: OFFICE,
  days: new Map([
    ['2026-04-03', []],
    ['2026-12-24', [[540, 720]]],
  ]),
  yearly: new Set(['12-25']),
}

test.each([
  // Friday afternoon to Monday afternoon.
  ['2026-03-06T15:00:00.000Z', '1 working day', '2026-03-09T15:00:00.000Z'],
  ['2026-03-06T15:00:00.000Z', '2 working hours', '2026-03-09T09:00:00.000Z'],
  // Over the night in which clocks go forward, and the one in which they go back.
  ['2026-03-27T15:00:00.000Z', '1 working day', '2026-03-30T14:00:00.000Z'],
  ['2026-10-23T14:00:00.000Z', '1 working day', '2026-10-26T15:00:00.000Z'],
  // What begins at night begins in the morning.
  ['2026-03-03T22:00:00.000Z', '30 working minutes', '2026-03-04T08:30:00.000Z'],
  ['2026-03-07T12:00:00.000Z', '1 working day', '2026-03-10T08:00:00.000Z'],
  ['2026-03-07T12:00:00.000Z', '0 working days', '2026-03-09T08:00:00.000Z'],
  // Good Friday.
  ['2026-04-02T10:00:00.000Z', '1 working day', '2026-04-06T10:00:00.000Z'],
  // A short day ends earlier, and a yearly holiday is left out.
  ['2026-12-23T14:00:00.000Z', '1 working day', '2026-12-24T11:00:00.000Z'],
  ['2026-12-24T10:00:00.000Z', '2 working hours', '2026-12-28T09:00:00.000Z'],
  ['2026-03-02T08:00:00.000Z', '1 working week', '2026-03-09T08:00:00.000Z'],
])('%s and %s is %s', (start, text, end) => {
  const time = parseWorkingTime(text)
  if (!time) throw new Error('no time')

  expect(addWorkingTime(new Date(start), time, berlin).toISOString()).toBe(end)
})

/** Work on the very days on which clocks change in Berlin. */
const sundays: Calendar = { ...berlin, week: Array(7).fill([[540, 1020]]) }

test.each([
  ['2026-03-29T00:00:00.000Z', '2026-03-29T07:30:00.000Z'],
  ['2026-10-25T00:00:00.000Z', '2026-10-25T08:30:00.000Z'],
])('from %s half an hour of work on the day of a change is %s', (start, end) => {
  const half = { amount: 30, unit: 'minutes' } as const

  expect(addWorkingTime(new Date(start), half, sundays).toISOString()).toBe(end)
})

test.each([
  ['2026-03-29', 23],
  ['2026-03-30', 24],
  ['2026-10-25', 25],
])('%s has %d hours', (date, hours) => {
  const day: Calendar = { ...berlin, week: [], days: new Map([[date, [[0, 1440]]]]) }
  const [start, end] = [new Date('2026-01-01'), new Date('2027-01-01')]

  expect(workingTimeBetween(start, end, day)).toBe(hours * 3_600_000)
})

test.each([
  '2 days',
  'working days',
  '-1 working days',
  '1.5 working hours',
  '999999 working days',
  '3661 working days',
  '733 working weeks',
  '99999 working hours',
])('%s is no working time', (text) => {
  expect(parseWorkingTime(text)).toBeUndefined()
})

test('a calendar that never works is refused, and does not hang', () => {
  const never = { ...berlin, week: [[], [], [], [], [], [], []] }

  expect(() => addWorkingTime(new Date(0), { amount: 1, unit: 'days' }, never)).toThrow(
    'less working time in the next ten years',
  )
  expect(workingTimeBetween(new Date(0), new Date(1e9), never)).toBe(0)
})

/** A generator of numbers that is the same in every run. */
function numbers(seed: number) {
  let state = seed
  return (limit: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return state % limit
  }
}

const ZONES = [
  ...['UTC', 'Europe/Berlin', 'America/New_York', 'America/St_Johns', 'Australia/Lord_Howe'],
  ...['Asia/Kathmandu', 'Pacific/Apia', 'Africa/Casablanca', 'Pacific/Chatham'],
]
/** Office hours, nights that touch midnight and the hour of the change, all day long. */
const WEEKS = [
  OFFICE,
  Array(7).fill([
    [0, 150],
    [1320, 1440],
  ]),
  Array(7).fill([[0, 1440]]),
]

describe.each(ZONES)('in %s', (zone) => {
  test.each(WEEKS.map((week, at) => [at, week] as const))('with week %d', (at, week) => {
    const calendar = { ...berlin, zone, week }
    const next = numbers(at + 7)
    for (let round = 0; round < 40; round++) {
      // Half of the moments are within two days of a change of clocks in Europe or America.
      const near = ['2026-03-08', '2026-03-29', '2026-10-25', '2026-11-01', '2026-04-05'][next(5)]
      const start = new Date(
        Date.parse(`${near}T00:00:00Z`) + (next(4 * 86_400) - 2 * 86_400) * 1000,
      )
      const [one, other] = [next(3000), next(3000)]
      const add = (from: Date, amount: number) =>
        addWorkingTime(from, { amount, unit: 'minutes' }, calendar)

      const end = add(start, one)

      expect(workingTimeBetween(start, end, calendar)).toBe(one * 60_000)
      expect(end.getTime()).toBeGreaterThanOrEqual(start.getTime())
      if (one > 0) expect(add(end, other)).toEqual(add(start, one + other))
      const days = next(12)
      const later = addWorkingTime(start, { amount: days, unit: 'days' }, calendar)
      const following = addWorkingTime(start, { amount: days + 1, unit: 'days' }, calendar)
      expect(following.getTime()).toBeGreaterThan(later.getTime())
      expect(localOf(following, zone).date > localOf(later, zone).date).toBe(true)
    }
  })
})
