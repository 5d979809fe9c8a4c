import { build as en } from '../../texts/en/build/index.ts'
import { type Language, useLanguage } from '../../texts/index.ts'
import { build as ru } from '../../texts/ru/build/index.ts'

export type BuildTexts = typeof en

const TEXTS: Record<Language, BuildTexts> = { en, ru }

/** The texts of the designers; they are not part of the first load. */
export const useBuildTexts = (): BuildTexts => TEXTS[useLanguage()]
