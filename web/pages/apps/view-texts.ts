import { views as en } from '../../texts/en/views.ts'
import { type Language, useLanguage } from '../../texts/index.ts'
import { views as ru } from '../../texts/ru/views.ts'

export type ViewTexts = typeof en

const TEXTS: Record<Language, ViewTexts> = { en, ru }

/** The texts of boards, timelines and the other views; they are not part of the first load. */
export const useViewTexts = (): ViewTexts => TEXTS[useLanguage()]
