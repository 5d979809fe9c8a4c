import { distance } from 'fastest-levenshtein'
import type { Db } from '../../platform/db/db.ts'
import { listAlike, type Word } from './store/words.ts'

export type { Word }

/** A similar known word, and the number of different letters. */
type Alike = Word & { edits: number }

/** Each word of a query with its variants: itself, or similar known words. */
export type QueryWords = readonly (readonly (Word | Alike)[])[]

/** Words of one letter are prefixes of too many others. */
const SHORTEST_BEGINNING = 2
/** Shorter words have too many neighbours. */
const SHORTEST_CORRECTED = 4
/** Known words come from everybody's texts, of which the caller may read a small part. */
const MOST_CORRECTIONS = 20
/** The number of letters that may differ: two only if one finds too little. */
const EDITS = [1, 2]

/**
 * Every word must match: as written, by its stem, or as a prefix, since people are still typing. Known words match
 * as a whole.
 */
export const toQuery = (wanted: QueryWords, { isExact = false } = {}): string =>
  wanted
    .map((words) => {
      const forms = words.flatMap((each) => [
        quoted(each.word) + (isExact || !isBeginning(each) ? '' : ':*'),
        ...(each.stem === null ? [] : [quoted(each.stem)]),
      ])
      return `(${[...new Set(forms)].join(' | ')})`
    })
    .join(' & ')

const isBeginning = (each: Word | Alike): boolean =>
  !('edits' in each) && each.word.length >= SHORTEST_BEGINNING

/** Words have nothing but letters and digits; names of kinds and what stands before them neither quotes nor backslashes. */
export const quoted = (lexeme: string): string => `'${lexeme}'`

/** With similar known words for misspelt ones: the nearest, then also further ones. */
export async function listCorrected(db: Db, words: readonly Word[]): Promise<QueryWords[]> {
  const alike: (readonly [Word, readonly Alike[]])[] = []
  for (const each of words) alike.push([each, await listNear(db, each)])
  return EDITS.filter((most) =>
    alike.some(([, near]) => near.some(({ edits }) => edits === most)),
  ).map((most) => alike.map(([each, near]) => [each, ...near.filter(({ edits }) => edits <= most)]))
}

/** Two letters may be wrong, in short words one, or two that changed places. */
async function listNear(db: Db, { word, sound }: Word): Promise<Alike[]> {
  if (sound.length < SHORTEST_CORRECTED || isNumber(word)) return []
  const near = (await listAlike(db, sound, mostIn(sound)))
    .map((known) => ({ ...known, edits: Math.max(1, editsBetween(sound, known.sound)) }))
    .filter((known) => {
      const most = Math.min(mostIn(sound), mostIn(known.sound))
      return known.edits <= most && known.word !== word
    })
    .sort((a, b) => a.edits - b.edits)
  // All forms of a word are found by their stem.
  const byStem = Map.groupBy(near, (known) => known.stem ?? known.word)
  return [...byStem.values()].flatMap(([nearest]) => nearest ?? []).slice(0, MOST_CORRECTIONS)
}

/** A search for invoice 4711 does not mean 4712. */
const isNumber = (word: string): boolean => /^\d+$/.test(word)

const mostIn = (sound: string): number => (sound.length < 6 ? 1 : 2)

function editsBetween(one: string, other: string): number {
  return isSwapped(one, other) ? 1 : distance(one, other)
}

/** Whether only two adjacent letters are swapped. */
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
