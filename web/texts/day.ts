import { day as en } from './en/day/index.ts'
import { type Language, useLanguage } from './index.ts'
import { day as ru } from './ru/day/index.ts'

type DayTexts = typeof en

const TEXTS: Record<Language, DayTexts> = { en, ru }

/** Texts of a manager's and an administrator's day; they are not part of the first load. */
export const useDayTexts = (): DayTexts => TEXTS[useLanguage()]
