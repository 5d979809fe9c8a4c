import { useLanguage, useTexts } from '../../texts/index.ts'

/** The day as it is where the reader is. */
export const dayOf = (at: string | Date): string => new Date(at).toDateString()

/** "Today", "Yesterday", or the day; the year where it is another one. */
export function useDayName() {
  const t = useTexts()
  const language = useLanguage()
  const now = new Date()
  const yesterday = new Date(now.getFullYear(), now.getMonth(), now.getDate() - 1)
  return (at: string): string => {
    const date = new Date(at)
    if (dayOf(date) === dayOf(now)) return t.channels.today
    if (dayOf(date) === dayOf(yesterday)) return t.channels.yesterday
    return new Intl.DateTimeFormat(language, {
      weekday: 'long',
      day: 'numeric',
      month: 'long',
      ...(date.getFullYear() !== now.getFullYear() && { year: 'numeric' }),
    }).format(date)
  }
}
