import { programs as en } from '../../texts/en/programs.ts'
import { type Language, useLanguage } from '../../texts/index.ts'
import { programs as ru } from '../../texts/ru/programs.ts'

const TEXTS: Record<Language, typeof en> = { en, ru }

/** They are not part of the first load. */
export const useProgramTexts = (): typeof en => TEXTS[useLanguage()]
