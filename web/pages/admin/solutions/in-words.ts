import type { ReplyOf } from '../../../client.ts'
import type { BuildTexts } from '../../build/texts.ts'

export type Change = ReplyOf<'solutions', 'plan'>['plan']['changes'][number]
export type Difference = Change['differences'][number]
type Names = Change['names']
type Called = NonNullable<Change['name']>

/** What is needed to tell of a definition: its names, the words of its settings, and the language. */
export type Vocabulary = {
  names: Names
  language: string
  texts: Pick<BuildTexts, 'changes' | 'schema'>
  types: Record<string, string>
  flags: { yes: string; no: string }
}

export const calledIn = (called: Called, language: string): string =>
  typeof called === 'string' ? called : (called[language] ?? Object.values(called)[0] ?? '')

/** `manualRun` is “Manual run”. */
export function wordsOf(key: string): string {
  const words = key
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
    .toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

function keyName({ texts }: Vocabulary, key: string): string {
  const known: Record<string, string> = { ...texts.schema.keys, ...texts.changes.keys }
  return known[key] ?? wordsOf(key)
}

/** Settings of two letters, which are no languages here. */
const SHORT = ['to', 'by', 'as', 'id', 'in']
const isLanguage = (key: string) => /^[a-z]{2}$/.test(key) && !SHORT.includes(key)

/** Where a difference or a conflict is: `Field “Total” › Name (English)`. */
export function placeName(at: readonly (string | number)[], words: Vocabulary): string {
  const steps: string[] = []
  let holder = ''
  for (const [depth, step] of at.entries()) {
    const key = typeof step === 'number' ? `${step + 1}` : step
    const member = memberName(words, { holder, key, depth })
    if (member !== undefined) steps[steps.length - 1] = member
    else if (depth > 0 && isLanguage(key)) {
      steps.push(words.texts.changes.inLanguage(steps.pop() ?? '', languageName(key, words)))
    } else steps.push(keyName(words, key))
    holder = member === undefined ? key : ''
  }
  // The group of a status says nothing of it.
  return steps.slice(isOfStatus(at) ? 1 : 0).join(' › ')
}

const isOfStatus = (at: readonly unknown[]) =>
  at[0] === 'statuses' && at[2] === 'statuses' && at.length > 3

const languageName = (code: string, { language }: Vocabulary): string =>
  new Intl.DisplayNames([language], { type: 'language' }).of(code) ?? code

type Member = { holder: string; key: string; depth: number }

function memberName(words: Vocabulary, { holder, key, depth }: Member): string | undefined {
  const { changes: t } = words.texts
  if (holder === 'forms') return (t.forms as Record<string, string>)[key] ?? wordsOf(key)
  const noun = holder === 'statuses' && depth === 1 ? 'groups' : holder
  const what = (t.members as Record<string, string>)[noun]
  if (what === undefined) return undefined
  const name = partName(words, holder === 'fieldRights' ? 'fields' : holder, key)
  if (name !== undefined) return t.called(what, name)
  return /^\d+$/.test(key) ? t.numbered(what, key) : t.called(what, key)
}

const partName = ({ names, language }: Vocabulary, holder: string, code: string) => {
  const called = names[`${holder}.${code}`]
  return called === undefined ? undefined : calledIn(called, language)
}

/** Keys whose texts are for people: they are told as they are. */
const TEXTS = new Set(['name', 'elementName', 'description', 'tooltip', 'hint', 'label', 'text'])

/** A value in words: names for codes, and no JSON. */
export function valueName(value: unknown, key: string, words: Vocabulary): string {
  if (value === null || value === undefined) return '—'
  if (typeof value === 'boolean') return value ? words.flags.yes : words.flags.no
  if (typeof value === 'string') return textName(value, key, words)
  if (typeof value !== 'object') return String(value)
  if (Array.isArray(value)) return value.map((each) => valueName(each, key, words)).join(', ')
  const entries = Object.entries(value)
  if (entries.every(([code, text]) => isLanguage(code) && typeof text === 'string')) {
    return calledIn(value as Called, words.language)
  }
  return entries
    .map(([each, inner]) => `${keyName(words, each)}: ${valueName(inner, each, words)}`)
    .join('; ')
}

function textName(text: string, key: string, words: Vocabulary): string {
  if (TEXTS.has(key) || isLanguage(key)) return text
  const values: Record<string, string> = { ...words.texts.schema.values, '': '—' }
  return (
    partName(words, 'fields', text) ??
    partName(words, 'statuses', text) ??
    partName(words, 'widgets', text) ??
    words.types[text] ??
    values[text] ??
    text
  )
}

type ChangeText =
  | { what: string; said: string }
  | { what: string; before: string | null; after: string | null }

/** Undefined for what has no place: the server's own words tell it. */
export function tellDifference(difference: Difference, words: Vocabulary): ChangeText | undefined {
  const { at, before, after, text } = difference
  if (at.length === 0) return undefined
  const what = placeName(at, words)
  const t = words.texts.changes
  const key = at.at(-1) ?? ''
  if (/ renamed to "/.test(text)) return { what, said: t.renamed(String(after)) }
  if (Array.isArray(before) && Array.isArray(after)) {
    return { what, said: listName([before, after], at, words) }
  }
  if (before === null && isWhole(after)) return { what, said: wholeName(after, words) }
  if (after === null && isWhole(before)) return { what, said: t.removed }
  const told = (value: unknown) => (value === null ? null : valueName(value, key, words))
  return { what, before: told(before), after: told(after) }
}

const isWhole = (value: unknown): value is object => typeof value === 'object' && value !== null

/** What comes as a whole: its kind if it has a name, which is told already, else what it says. */
function wholeName(value: object, words: Vocabulary): string {
  const t = words.texts.changes
  const { type, name } = value as { type?: unknown; name?: unknown }
  if (typeof type === 'string') return t.addedAs(valueName(type, 'type', words))
  return name === undefined ? t.addedAs(valueName(value, '', words)) : t.added
}

function listName(
  [before, after]: [unknown[], unknown[]],
  at: readonly string[],
  words: Vocabulary,
): string {
  const t = words.texts.changes
  const key = at.at(-1) ?? ''
  const has = (list: unknown[], one: unknown) =>
    list.some((each) => JSON.stringify(each) === JSON.stringify(one))
  const come = after.filter((each) => !has(before, each))
  const gone = before.filter((each) => !has(after, each))
  const said = [
    ...(come.length > 0 ? [t.come(valueName(come, key, words))] : []),
    ...(gone.length > 0 ? [t.gone(valueName(gone, key, words))] : []),
  ]
  return said.join('; ') || t.otherOrder
}

/** A line of the server with names for the codes it quotes. */
export const withNames = (line: string, words: Vocabulary): string =>
  line.replace(/"([^"]+)"/g, (quoted, code: string) => {
    const name = partName(words, 'fields', code) ?? partName(words, 'statuses', code)
    return name === undefined ? quoted : `"${name}"`
  })

/** And with words for the types of fields. */
export const withTypes = (line: string, { types }: Vocabulary): string =>
  line.replace(/\b[A-Z][A-Z_]+\b/g, (type) => types[type] ?? type)
