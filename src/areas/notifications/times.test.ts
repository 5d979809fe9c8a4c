import { expect, test } from 'vitest'
import { digestTime, quietEnd } from './times.ts'

const BERLIN = { zone: 'Europe/Berlin' }
const NIGHT = { from: '20:00', to: '08:30' }

test.each([
  ['2026-01-15T18:59:00Z', undefined],
  ['2026-01-15T19:00:30Z', '2026-01-16T07:30:00.000Z'],
  ['2026-01-16T03:00:00Z', '2026-01-16T07:30:00.000Z'],
  ['2026-01-16T07:30:00Z', undefined],
  ['2026-07-15T18:00:00Z', '2026-07-16T06:30:00.000Z'],
])('the night of Berlin at %s ends at %s', (at, end) => {
  expect(quietEnd(new Date(at), NIGHT, BERLIN)?.toISOString()).toBe(end)
})

test('quiet hours may be at noon, and be none', () => {
  const noon = { from: '12:00', to: '13:00' }

  expect(quietEnd(new Date('2026-01-15T12:30:00Z'), noon, { zone: 'UTC' })).toBeDefined()
  expect(quietEnd(new Date('2026-01-15T13:30:00Z'), noon, { zone: 'UTC' })).toBeUndefined()
  expect(quietEnd(new Date(), { from: '12:00', to: '12:00' }, { zone: 'UTC' })).toBeUndefined()
  expect(quietEnd(new Date(), null, BERLIN)).toBeUndefined()
})

test('a digest of the day is due at its time, and stays due until the next', () => {
  const due = (at: string) => digestTime(new Date(at), '09:00', BERLIN).toISOString()

  expect(due('2026-01-15T07:59:00Z')).toBe('2026-01-14T08:00:00.000Z')
  expect(due('2026-01-15T08:00:10Z')).toBe('2026-01-15T08:00:00.000Z')
  expect(due('2026-01-15T22:00:00Z')).toBe('2026-01-15T08:00:00.000Z')
  expect(digestTime(new Date('2026-01-15T07:59:00Z'), null, BERLIN).toISOString()).toBe(
    '2026-01-15T07:59:00.000Z',
  )
})
