import { applyEdits, type Files, type LocalFile, valueAt } from './edits.ts'
import type { Edit } from './types.ts'

/** Keys of definitions whose value is a text that people read. */
const TEXTS = new Set([
  ...['name', 'elementName', 'description', 'tooltip', 'hint', 'message'],
  ...['label', 'text', 'summary', 'help'],
])

type Texts = Record<string, string>
type Values = Record<string, unknown>

const isObject = (value: unknown): value is Values => value !== null && typeof value === 'object'

const isTexts = (value: unknown): value is Texts =>
  isObject(value) &&
  !Array.isArray(value) &&
  Object.keys(value).length > 0 &&
  Object.entries(value).every(([key, text]) => /^[a-z]{2}$/.test(key) && typeof text === 'string')

/** Whether a value is a text in several languages; options have their texts by code. */
const isTranslated = (key: string, value: unknown, above: string): value is Texts =>
  (TEXTS.has(key) || above === 'options') && isTexts(value)

const textIn = (texts: Texts, language: string): string =>
  texts[language] ?? Object.values(texts)[0] ?? ''

/** What stands behind a value that was made for a language. */
const written = new WeakMap<object, object>()
const read = new Map<string, WeakMap<object, object>>()

/** The value with every text in one language; the same object for the same value. */
export function inLanguage<T>(value: T, language: string, key = '', above = ''): T {
  if (!isObject(value)) return value
  if (isTranslated(key, value, above)) return textIn(value, language) as T
  const known = read.get(language) ?? new WeakMap<object, object>()
  read.set(language, known)
  const before = known.get(value)
  if (before) return before as T
  const entries = Object.entries(value)
  const own = entries.map(
    ([each, inner]) => [each, inLanguage(inner, language, each, key)] as const,
  )
  const isSame = own.every(([, inner], at) => inner === entries[at]?.[1])
  const made = isSame ? value : fromEntries(value, own)
  known.set(value, made)
  if (!isSame) written.set(made, value)
  return made as T
}

const fromEntries = (like: object, entries: readonly (readonly [string, unknown])[]): object =>
  Array.isArray(like) ? entries.map(([, each]) => each) : Object.fromEntries(entries)

type Around = { language: string; key: string; above: string }

/** The opposite: a changed text is changed in its language, and the other languages stay. */
export function restore(next: unknown, raw: unknown, around: Around): unknown {
  const { language, key, above } = around
  if (typeof next === 'string') {
    if (!isTranslated(key, raw, above)) return next
    return next === textIn(raw, language) ? raw : { ...raw, [language]: next }
  }
  if (!isObject(next)) return next
  const own = written.get(next)
  if (own) return own
  const entries = Object.entries(next).map(([each, inner]) => {
    const inside = { language, key: each, above: key }
    return [each, restore(inner, counterpart(raw, each, inner), inside)] as const
  })
  return fromEntries(next, entries)
}

/** Members of a list are known by their codes, wherever they stand now. */
function counterpart(raw: unknown, key: string, inner: unknown): unknown {
  if (!Array.isArray(raw)) return isObject(raw) ? raw[key] : undefined
  const code = isObject(inner) ? inner.code : undefined
  return code === undefined ? raw[Number(key)] : raw.find((each) => each?.code === code)
}

export const fileIn = (file: LocalFile, language: string): LocalFile =>
  file.value === undefined ? file : { ...file, value: inLanguage(file.value, language) }

/** Edits as an editor made them, who sees one language, for the files as they are. */
export function restoreEdits(edits: readonly Edit[], files: Files, language: string): Edit[] {
  const restored: Edit[] = []
  let now = files
  for (const edit of edits) {
    const own = restoreEdit(edit, now, language)
    now = applyEdits(now, [own])
    restored.push(own)
  }
  return restored
}

function restoreEdit(edit: Edit, files: Files, language: string): Edit {
  if (edit.op !== 'set' && edit.op !== 'insert') return edit
  const [above = '', key = ''] = ['', '', ...edit.at].slice(-2).map(String)
  const raw = edit.op === 'set' ? valueAt(files[edit.file]?.value, edit.at) : undefined
  return { ...edit, value: restore(edit.value, raw, { language, key, above }) } as Edit
}
