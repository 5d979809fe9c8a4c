import { expect, test } from 'vitest'
import { midnight, toDay, urgencyOf } from './days.ts'
import { toAsked } from './pages/admin/audit/filters.ts'
import { stateOf, toMoments } from './pages/people/substitutions.ts'
import { toRequest } from './pages/registration/journal.ts'

test('a day begins at midnight of the reader, and ends with the next one', () => {
  expect(midnight('2026-03-02')).toEqual(new Date(2026, 2, 2))
  expect(midnight('2026-02-28', 1)).toEqual(new Date(2026, 2, 1))
  expect(midnight('2024-02-28', 1)).toEqual(new Date(2024, 1, 29))
})

test('the day of a moment is the reader’s', () => {
  expect(toDay(new Date(2026, 0, 5, 23, 59))).toBe('2026-01-05')
  expect(toDay(midnight('2026-12-31').toISOString())).toBe('2026-12-31')
})

test('what is due presses on its day, and more once it is late', () => {
  const now = new Date(2026, 2, 2, 12)
  const at = (day: number, hour: number) => new Date(2026, 2, day, hour).toISOString()

  expect(urgencyOf(null, now)).toBeUndefined()
  expect(urgencyOf(at(2, 11), now)).toBe('late')
  expect(urgencyOf(at(2, 13), now)).toBe('today')
  expect(urgencyOf(at(3, 11), now)).toBeUndefined()
})

const DAYS = { since: '2026-03-01', until: '2026-03-02' }
const MOMENTS = {
  since: midnight('2026-03-01').toISOString(),
  until: midnight('2026-03-03').toISOString(),
}

test('the last day of a filter is meant with its evening', () => {
  const get = (key: string) => ({ ...DAYS, q: '12/26' })[key] ?? ''

  expect(toRequest(get)).toEqual({ ...MOMENTS, q: '12/26' })
  expect(
    toAsked({ actor: null, type: ' app.* ', object: null, app: 'crm/deals', ...DAYS }),
  ).toEqual({ ...MOMENTS, type: 'app.*', namespace: 'crm', code: 'deals' })
})

test('a substitution that begins today begins now', () => {
  const now = new Date(2026, 2, 2, 12)

  expect(toMoments({ first: '2026-03-02', last: '' }, now)).toEqual({ endsAt: null })
  expect(toMoments({ first: '2026-03-03', last: '2026-03-04' }, now)).toEqual({
    startsAt: midnight('2026-03-03').toISOString(),
    endsAt: midnight('2026-03-05').toISOString(),
  })
})

test.each([
  ['now', { startsAt: '2026-03-01T00:00:00Z', endsAt: null, endedAt: null }],
  ['planned', { startsAt: '2026-03-09T00:00:00Z', endsAt: null, endedAt: null }],
  ['over', { startsAt: '2026-03-01T00:00:00Z', endsAt: '2026-03-02T00:00:00Z', endedAt: null }],
  ['over', { startsAt: '2026-03-01T00:00:00Z', endsAt: null, endedAt: '2026-03-01T09:00:00Z' }],
])('a substitution is %s', (state, substitution) => {
  const now = new Date('2026-03-05T00:00:00Z')

  expect(stateOf(substitution as Parameters<typeof stateOf>[0], now)).toBe(state)
})
