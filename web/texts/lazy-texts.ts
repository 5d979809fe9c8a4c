import { use } from 'react'
import { type Language, useLanguage } from './index.ts'

/** Texts that are loaded with the first page that needs them, in the language of the person only. */
export function lazyTexts<T>(load: Record<Language, () => Promise<T>>): () => T {
  const loaded = new Map<Language, Promise<T>>()
  const begin = (language: Language) => {
    const texts = load[language]()
    loaded.set(language, texts)
    // A lost connection must not be remembered.
    texts.catch(() => loaded.delete(language))
    return texts
  }
  return () => {
    const language = useLanguage()
    return use(loaded.get(language) ?? begin(language))
  }
}
