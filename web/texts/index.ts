import { createContext, useContext } from 'react'
import { en } from './en/index.ts'

/** Every text that people read; a text with a gap is a function. */
export type Texts = typeof en
export type Language = 'en' | 'ru'

export const LANGUAGES: Record<Language, { name: string; load: () => Promise<Texts> }> = {
  en: { name: 'English', load: async () => en },
  ru: { name: 'Русский', load: async () => (await import('./ru/index.ts')).ru },
}

export type Tongue = { language: Language; texts: Texts }

export const TongueContext = createContext<Tongue>({ language: 'en', texts: en })

/** `const t = useTexts()` and then `t.tasks.title`. */
export const useTexts = (): Texts => useContext(TongueContext).texts
export const useLanguage = (): Language => useContext(TongueContext).language
