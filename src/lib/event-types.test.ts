import { expect, test } from 'vitest'
import {
  currentType,
  EVENT_TYPES,
  EVENTS,
  matchesType,
  otherNames,
  RENAMED,
  typeFor,
} from './event-types.ts'

const RAISED = 'bpm.instance.incident_raised'
const STUMBLED = 'bpm.instance.stumbled'

test('a type belongs to one kind of object', () => {
  const all = Object.values(EVENTS).flatMap(Object.keys)

  expect(all).toEqual(EVENT_TYPES)
})

test('a former name is no present one, and leads to one', () => {
  for (const [former, present] of Object.entries(RENAMED)) {
    expect(EVENT_TYPES).not.toContain(former)
    expect(EVENT_TYPES).toContain(present)
  }
})

test.each([
  ['*', 'task.created', true],
  ['task.*', 'task.created', true],
  ['task.created', 'task.created', true],
  ['task', 'task.created', false],
  ['tas*', 'task.created', true],
  ['token.*', 'task.created', false],
  [RAISED, RAISED, true],
  [STUMBLED, RAISED, true],
  [RAISED, STUMBLED, true],
  ['bpm.instance.stum*', RAISED, true],
  [STUMBLED, 'bpm.instance.failed', false],
])('%s matches %s: %s', (filter, type, isMatch) => {
  expect(matchesType(filter, type)).toBe(isMatch)
})

test('the log is looked through for every name', () => {
  expect(otherNames(STUMBLED)).toEqual([RAISED, STUMBLED])
  expect(otherNames('bpm.*')).toEqual([RAISED, STUMBLED])
  expect(otherNames('task.*')).toEqual([])
})

test('events go by the name that was asked for', () => {
  expect(currentType(STUMBLED)).toBe(RAISED)
  expect(typeFor([], STUMBLED)).toBe(RAISED)
  expect(typeFor(['bpm.*'], STUMBLED)).toBe(RAISED)
  expect(typeFor([STUMBLED], RAISED)).toBe(STUMBLED)
  expect(typeFor([RAISED, STUMBLED], STUMBLED)).toBe(RAISED)
})
