import { expect, test } from 'vitest'
import { en } from '../texts/en/index.ts'
import { toParts, toSeconds, toWords } from './duration-parts.ts'

test.each([0, 59, 60, 3599, 3600, 90_061, -5400])('%d seconds survive the form', (seconds) => {
  expect(toSeconds(toParts(seconds))).toBe(seconds)
})

const { days, hours, minutes, seconds } = en.items.values

test.each([
  [0, [minutes(0)]],
  [45, [seconds(45)]],
  [5400, [hours(1), minutes(30)]],
  [47 * 3600, [hours(47)]],
  [48 * 3600, [days(2)]],
  [49 * 3600 + 61, [days(2), hours(1), minutes(1), seconds(1)]],
])('%d seconds are told in the largest units', (duration, words) => {
  expect(toWords(duration, en.items.values)).toBe(words.join(' '))
})
