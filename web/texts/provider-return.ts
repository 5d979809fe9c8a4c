import { providerReturn as en } from './en/provider-return.ts'
import { type Language, useLanguage } from './index.ts'
import { providerReturn as ru } from './ru/provider-return.ts'

export const TEXTS: Record<Language, typeof en> = { en, ru }

/** Texts of the page behind a sign-in with a provider; they are not part of the first load. */
export const useReturnTexts = (): typeof en => TEXTS[useLanguage()]
