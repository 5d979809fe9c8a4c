import { type ReactNode, useEffect, useMemo, useState } from 'react'
import { LANGUAGES, type Language, speak, type Tongue, TongueContext } from '../texts/index.ts'
import { queries } from './queries.ts'

const KEY = 'kontor.language'

const isLanguage = (text: string | null | undefined): text is Language =>
  text === 'en' || text === 'ru'

/** What was chosen, else what the browser asks for. */
export function firstLanguage(): Language {
  const chosen = localStorage.getItem(KEY)
  if (isLanguage(chosen)) return chosen
  const asked = navigator.languages.map((each) => each.slice(0, 2)).find(isLanguage)
  return asked ?? 'en'
}

export function chooseLanguage(language: Language): void {
  localStorage.setItem(KEY, language)
  window.dispatchEvent(new Event(KEY))
}

/** Texts of another language are loaded when they are wanted. */
export function Speaking({ children }: { children: ReactNode }) {
  const [tongue, setTongue] = useState<Tongue>()
  useEffect(() => {
    const change = async () => {
      const language = firstLanguage()
      const texts = await LANGUAGES[language].load().catch(LANGUAGES.en.load)
      const isOther = document.documentElement.lang !== language
      document.documentElement.lang = language
      speak(texts)
      setTongue({ language, texts })
      // Names of apps, fields and the like come in the language of who asks.
      if (isOther) void queries.invalidateQueries()
    }
    void change()
    const listener = () => void change()
    window.addEventListener(KEY, listener)
    return () => window.removeEventListener(KEY, listener)
  }, [])
  const value = useMemo(() => tongue, [tongue])
  return value && <TongueContext value={value}>{children}</TongueContext>
}
