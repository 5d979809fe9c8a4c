import { z } from 'zod'
import { received } from './zod-words.ts'

/** A text in several languages, as it is written: `{ en: Deals, ru: Сделки }`. */
type Texts = Record<string, string>

/**
 * A text of a definition that is given in several languages. It stays one in what is stored and
 * compared; whoever reads a definition gets it in one language (`inLanguage`).
 */
class Translated {
  readonly #texts: Texts

  constructor(texts: Texts) {
    this.#texts = texts
  }

  /** The first language is the fallback. */
  in(language: string | undefined): string {
    return this.#texts[language ?? ''] ?? Object.values(this.#texts)[0] ?? ''
  }

  toJSON(): Texts {
    return this.#texts
  }
}

export const Language = z
  .string()
  .regex(/^[a-z]{2}$/, 'expected a language of two letters, such as en or ru')

/** Errors of a key or a text inside keep their own words. */
const wrongForm = ({ code, input }: { code?: string; input?: unknown }) =>
  code === 'invalid_type' ? `expected texts by language${received({ input })}` : undefined

/**
 * A text that people read: plain, or by language. Typed as a text, because that is what
 * `inLanguage` makes of it, and nothing but it may see what was parsed.
 */
export const translatable = <S extends z.ZodType<string, string>>(plain: S) =>
  z.union([
    plain,
    z
      .record(Language, plain, { error: wrongForm })
      .refine((texts) => Object.keys(texts).length > 0, 'expected at least one language')
      .transform((texts) => new Translated(texts)),
  ]) as unknown as z.ZodType<string, string | Texts>

/** A parsed definition with all its texts in one language. What has none in it stays the same object. */
export function inLanguage<T>(value: T, language?: string): T {
  if (value instanceof Translated) return value.in(language) as T
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value)
  const texts = entries.map(([key, each]) => [key, inLanguage(each, language)] as const)
  if (texts.every(([, each], at) => each === entries[at]?.[1])) return value
  return (Array.isArray(value) ? texts.map(([, each]) => each) : Object.fromEntries(texts)) as T
}
