import { expect, test } from 'vitest'
import { parseDay } from './parse-day.ts'

test.each([
  ['2026-03-02', 'en'],
  [' 2 Mar 2026 ', 'en'],
  ['2 March 2026', 'en'],
  ['3/2/2026', 'en'],
  ['2.3.2026', 'ru'],
  ['02.03.2026', 'ru'],
  ['02.03.26', 'ru'],
  ['2.3.26', 'ru'],
  ['02 Mar 2026', 'en'],
  ['03/02/2026', 'en'],
  ['2 марта 2026', 'ru'],
])('%s is the second of March', (text, language) => {
  expect(parseDay(text, language)).toBe('2026-03-02')
})

test.each(['', 'tomorrow', '2026-02-30', '31.04.2026'])('%j is no day', (text) => {
  expect(parseDay(text, 'en')).toBeNull()
})
