import { expect, test } from 'vitest'
import { HUES } from '../components/meanings.ts'
import { statusHue } from './status.tsx'

test('a status has the colour that its app gives it, or one by its place', () => {
  const statuses = [
    { id: 3, code: 'new', name: 'New' },
    { id: 1, code: 'lost', name: 'Lost', colour: 'red' },
    { id: 2, code: 'won', name: 'Won' },
  ]

  expect(statusHue(statuses, 1)).toBe('red')
  expect([statusHue(statuses, 3), statusHue(statuses, 2)]).toEqual([HUES[0], HUES[2]])
})
