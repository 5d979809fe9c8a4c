import { createContext, useContext } from 'react'
import type { Texts } from './texts.ts'

export type { Texts } from './texts.ts'
export type Language = 'en' | 'ru'

export const LANGUAGES: Record<Language, { name: string; load: () => Promise<Texts> }> = {
  en: { name: 'English', load: async () => (await import('./en/index.ts')).en },
  ru: { name: 'Русский', load: async () => (await import('./ru/index.ts')).ru },
}

export type Tongue = { language: Language; texts: Texts }

/** For what speaks to people from outside of the page. */
let spoken: Texts | undefined
export const speak = (texts: Texts): void => {
  spoken = texts
}
export const spokenTexts = (): Texts | undefined => spoken

/** Nothing is drawn before it is there. */
export const TongueContext = createContext<Tongue | undefined>(undefined)

function useTongue(): Tongue {
  const tongue = useContext(TongueContext)
  if (!tongue) throw new Error('no language is spoken here')
  return tongue
}

/** `const t = useTexts()` and then `t.tasks.title`. */
export const useTexts = (): Texts => useTongue().texts
export const useLanguage = (): Language => useTongue().language
