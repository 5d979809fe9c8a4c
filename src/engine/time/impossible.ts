import { looksLikeWorkingTime, parseWorkingTime } from '../../lib/calendar.ts'
import { MOST_TIMES, timesOf } from './cycle.ts'
import { looksLikeDuration, parseDuration } from './duration.ts'

/** What is written as a time but is none that anybody means, and why. */
export function whyImpossible(text: string): string | undefined {
  const times = timesOf(text)
  if (times === 0) return `"${text}" repeats zero times: it would never happen`
  if (times !== undefined && times > MOST_TIMES)
    return `"${text}" repeats too often: "R/" without a number repeats for ever`
  if (looksLikeWorkingTime(text) && !parseWorkingTime(text))
    return `"${text}" is more than ten years of working time`
  return looksLikeDuration(text) && !parseDuration(text)
    ? `"${text}" is longer than a thousand years`
    : undefined
}
