import type { Texts } from '../texts/index.ts'

type Parts = { hours: number; minutes: number; seconds: number }

export const toParts = (seconds: number): Parts => ({
  hours: Math.trunc(seconds / 3600),
  minutes: Math.trunc((seconds % 3600) / 60),
  seconds: seconds % 60,
})

export const toSeconds = ({ hours, minutes, seconds }: Parts): number =>
  hours * 3600 + minutes * 60 + seconds

/** What lasts for days is told in days: nobody reckons with 4320 hours. */
export function toWords(duration: number, t: Texts['items']['values']): string {
  const { hours, minutes, seconds } = toParts(duration)
  const days = Math.abs(hours) >= 48 ? Math.trunc(hours / 24) : 0
  const rest = hours - days * 24
  const words = [
    days && t.days(days),
    rest && t.hours(rest),
    minutes && t.minutes(minutes),
    seconds && t.seconds(seconds),
  ]
  return words.filter(Boolean).join(' ') || t.minutes(0)
}
