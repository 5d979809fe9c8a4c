import { useLanguage } from './index.ts'
import { plural } from './plural.ts'

const ENGLISH = /^(\d+)\s+working\s+(minute|hour|day|week)s?$/i
const RUSSIAN = /^(\d+)\s+рабоч[а-я]*\s+(минут|час|дн|день|недел)[а-я]*$/i
const UNITS: Record<string, string> = {
  минут: 'minute',
  час: 'hour',
  дн: 'day',
  день: 'day',
  недел: 'week',
}
type Forms = { one: string; few: string; other: string }
const FORMS: Record<string, Forms> = {
  minute: { one: '# рабочая минута', few: '# рабочие минуты', other: '# рабочих минут' },
  hour: { one: '# рабочий час', few: '# рабочих часа', other: '# рабочих часов' },
  day: { one: '# рабочий день', few: '# рабочих дня', other: '# рабочих дней' },
  week: { one: '# рабочая неделя', few: '# рабочие недели', other: '# рабочих недель' },
}

/** Working time as definitions have it, `2 working days`, in Russian; anything else as it is. */
export function sayWorkingTime(text: string): string {
  const [, count = '', unit = ''] = ENGLISH.exec(text.trim()) ?? []
  const forms = FORMS[unit.toLowerCase()]
  return forms ? plural('ru', Number(count), forms) : text
}

/** The other way round. */
export function readWorkingTime(text: string): string {
  const [, count, begin = ''] = RUSSIAN.exec(text.trim()) ?? []
  const unit = UNITS[begin.toLowerCase()]
  return unit ? `${count} working ${unit}${count === '1' ? '' : 's'}` : text
}

const asItIs = (text: string) => text

/** What is typed as it is said once it has been read. */
const spellWorkingTime = (text: string) => sayWorkingTime(readWorkingTime(text))

/** Working time in the words of the person, and back. */
export const useWorkingTime = () =>
  useLanguage() === 'ru'
    ? { say: sayWorkingTime, read: readWorkingTime, spell: spellWorkingTime }
    : { say: asItIs, read: asItIs, spell: asItIs }
