import { records as en } from './en/records.ts'
import { type Language, useLanguage } from './index.ts'
import { records as ru } from './ru/records.ts'

const TEXTS: Record<Language, typeof en> = { en, ru }

/** Texts of records, which are not part of the first load. */
export const useRecordTexts = () => TEXTS[useLanguage()]
