import type { QueryWords } from './words.ts'

/** Where a found word begins and ends in a text, in UTF-16 units. */
export type Mark = [start: number, end: number]
export type Marked = { text: string; marks: Mark[] }

const WORD = /[\p{L}\p{N}]+/gu
/** Characters before the first found word, and of a whole fragment. */
const BEFORE = 60
const LENGTH = 240
const MOST_MARKS = 20

/** The found words of a text. Stems are compared with a word's beginning: "compani" marks "company". */
export function marksIn(text: string, wanted: QueryWords): Mark[] {
  const forms = wanted
    .flat()
    .flatMap(({ word, stem }) => [word, ...(stem ? [beginningOf(stem)] : [])])
  const marks: Mark[] = []
  for (const { 0: word, index } of text.matchAll(WORD)) {
    const plain = word.toLowerCase().replaceAll('ё', 'е')
    if (forms.some((form) => plain.startsWith(form))) marks.push([index, index + word.length])
    if (marks.length === MOST_MARKS) break
  }
  return marks
}

/** Stemming changes the last letter of some words. */
const beginningOf = (stem: string): string =>
  stem.length > 4 && stem.endsWith('i') ? stem.slice(0, -1) : stem

/** The part of a text around its first found word, on one line. */
export function fragmentOf(text: string, wanted: QueryWords): Marked | undefined {
  const [first] = marksIn(text, wanted)
  if (!first) return undefined
  const start = first[0] <= BEFORE ? 0 : text.lastIndexOf(' ', first[0] - BEFORE) + 1
  const from = first[0] - start > LENGTH / 2 ? first[0] - BEFORE : start
  const cut = text
    .slice(from, from + LENGTH)
    .replace(/\s+/g, ' ')
    .toWellFormed()
  const whole = `${from > 0 ? '…' : ''}${cut.trim()}${from + LENGTH < text.length ? '…' : ''}`
  return { text: whole, marks: marksIn(whole, wanted) }
}
