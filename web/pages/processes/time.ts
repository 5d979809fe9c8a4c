import { useInterval } from '@mantine/hooks'
import { useState } from 'react'
import { useLanguage, useTexts } from '../../texts/index.ts'

const UNITS = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
] as const

/** "3 hours" of a number of seconds, or "3 hr" where there is little room. */
export function useDuration() {
  const language = useLanguage()
  const t = useTexts().processes.time
  const write = (seconds: number, unitDisplay: 'long' | 'short'): string => {
    if (seconds < 1) return t[unitDisplay]
    const [unit, size] = UNITS.find(([, each]) => seconds >= each) ?? ['second', 1]
    const format = { style: 'unit', unit, unitDisplay, maximumFractionDigits: 0 } as const
    return new Intl.NumberFormat(language, format).format(Math.floor(seconds / size))
  }
  /** One place behind the comma, where there is room for a difference: "1.5 days". */
  const exact = (seconds: number): string => {
    if (seconds < 1) return t.short
    const [unit, size] = UNITS.find(([, each]) => seconds >= each) ?? ['second', 1]
    const maximumFractionDigits = seconds < 10 * size ? 1 : 0
    const format = { style: 'unit', unit, unitDisplay: 'short', maximumFractionDigits } as const
    return new Intl.NumberFormat(language, format).format(seconds / size)
  }
  return {
    exact,
    long: (seconds: number) => write(seconds, 'long'),
    short: (seconds: number) => write(seconds, 'short'),
  }
}

export const secondsBetween = (from: string, to: string | number): number =>
  Math.max(0, (new Date(to).getTime() - new Date(from).getTime()) / 1000)

/** Now, and again after a while: what says "for three minutes" must not stand still. */
export function useNow(every = 20_000): number {
  const [now, setNow] = useState(Date.now)
  useInterval(() => setNow(Date.now()), every, { autoInvoke: true })
  return now
}
