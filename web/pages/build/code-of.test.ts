import { expect, test } from 'vitest'
import { codeOf, isCode } from './code-of.ts'

test.each([
  ['Holiday requests', 'holiday_requests'],
  ['Дата начала (план)', 'data_nachala_plan'],
  ['Größe in m²', 'grosse_in_m2'],
  ['  ', 'field'],
  ['2nd approver', 'field_2nd_approver'],
  ['x'.repeat(80), 'x'.repeat(50)],
])('%j becomes %j', (name, code) => {
  expect(codeOf(name, [], 'field')).toBe(code)
  expect(isCode(codeOf(name, [], 'field'))).toBe(true)
})

test('a code that is taken gets a number', () => {
  expect(codeOf('Days', ['days', 'days_2'])).toBe('days_3')
})
