import { distance } from 'fastest-levenshtein'
import type { Db } from '../../platform/db/db.ts'
import { listAlike, type Word } from './store/words.ts'

export type { Word }

/** Each word of a query with those that are taken for it: itself, or known ones that are alike. */
export type Wanted = readonly (readonly Word[])[]

/** Words of one letter begin too many others. */
const SHORTEST_BEGINNING = 2
/** Shorter words have too many neighbours. */
const SHORTEST_CORRECTED = 4
const MOST_CORRECTIONS = 8

/** Every word must be there: as written, by its stem or, since people are still typing, as a beginning. */
export const toQuery = (wanted: Wanted, { isExact = false } = {}): string =>
  wanted
    .map((words) => {
      const forms = words.flatMap(({ word, stem }) => [
        quoted(word) + (isExact || word.length < SHORTEST_BEGINNING ? '' : ':*'),
        ...(stem === null ? [] : [quoted(stem)]),
      ])
      return `(${[...new Set(forms)].join(' | ')})`
    })
    .join(' & ')

/** Words have nothing but letters and digits; names of kinds and what stands before them neither quotes nor backslashes. */
export const quoted = (lexeme: string): string => `'${lexeme}'`

/** With known words for those that may be misspelt; undefined if there are none. */
export async function correct(db: Db, words: readonly Word[]): Promise<Wanted | undefined> {
  const wanted: Word[][] = []
  let isCorrected = false
  for (const each of words) {
    const alike = each.sound.length >= SHORTEST_CORRECTED ? await nearest(db, each) : []
    isCorrected ||= alike.length > 0
    wanted.push([each, ...alike])
  }
  return isCorrected ? wanted : undefined
}

/** Two letters may be wrong, in short words one, or two that changed places. */
async function nearest(db: Db, { word, sound }: Word): Promise<Word[]> {
  const most = sound.length < 6 ? 1 : 2
  return (await listAlike(db, sound))
    .map((known) => ({ known, far: editsBetween(sound, known.sound) }))
    .filter(({ known, far }) => far <= most && known.word !== word)
    .sort((a, b) => a.far - b.far)
    .slice(0, MOST_CORRECTIONS)
    .map(({ known }) => known)
}

function editsBetween(one: string, other: string): number {
  return isSwapped(one, other) ? 1 : distance(one, other)
}

/** Whether only two neighbours changed places. */
function isSwapped(one: string, other: string): boolean {
  if (one.length !== other.length) return false
  const at = [...one].findIndex((letter, index) => letter !== other[index])
  if (at < 0) return false
  return (
    one[at] === other[at + 1] &&
    one[at + 1] === other[at] &&
    one.slice(at + 2) === other.slice(at + 2)
  )
}
