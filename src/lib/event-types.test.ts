import { expect, test } from 'vitest'
import { EVENT_TYPES, EVENTS, matchesType } from './event-types.ts'

test('a type belongs to one kind of object', () => {
  const all = Object.values(EVENTS).flatMap(Object.keys)

  expect(all).toEqual(EVENT_TYPES)
})

test.each([
  ['*', 'task.created', true],
  ['task.*', 'task.created', true],
  ['task.created', 'task.created', true],
  ['task', 'task.created', false],
  ['tas*', 'task.created', true],
  ['token.*', 'task.created', false],
])('%s matches %s: %s', (filter, type, isMatch) => {
  expect(matchesType(filter, type)).toBe(isMatch)
})
