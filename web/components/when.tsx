import { Tooltip } from '@mantine/core'
import { useLanguage, useTexts } from '../texts/index.ts'

const STEPS: [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
]

/** "3 hours ago"; the moment itself when asked. */
export function When({ at }: { at: string | Date | null | undefined }) {
  const t = useTexts()
  const language = useLanguage()
  if (!at) return <>{t.frame.values.none}</>
  const date = new Date(at)
  const seconds = (date.getTime() - Date.now()) / 1000
  const [unit, size] = STEPS.find(([, each]) => Math.abs(seconds) >= each) ?? ['second', 1]
  const text =
    unit === 'second'
      ? t.frame.values.now
      : new Intl.RelativeTimeFormat(language, { numeric: 'auto' }).format(
          Math.trunc(seconds / size),
          unit,
        )
  const whole = new Intl.DateTimeFormat(language, { dateStyle: 'full', timeStyle: 'short' })
  const day = new Intl.DateTimeFormat(language, { dateStyle: 'medium' })
  return (
    <Tooltip label={whole.format(date)}>
      <time dateTime={date.toISOString()} data-date={day.format(date)}>
        {text}
      </time>
    </Tooltip>
  )
}

/** A moment, or a day, as the language writes it. */
export function useDates() {
  const language = useLanguage()
  return {
    day: (at: string | Date) =>
      new Intl.DateTimeFormat(language, { dateStyle: 'medium' }).format(new Date(at)),
    moment: (at: string | Date) =>
      new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' }).format(
        new Date(at),
      ),
    number: (value: number) => new Intl.NumberFormat(language).format(value),
  }
}
