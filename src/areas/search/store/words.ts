import type { Db } from '../../../platform/db/db.ts'
import { sql } from '../../../platform/db/sql.ts'

/** A word of a query: as it is looked for, its stem (none for words such as "the") and its sound. */
export type Word = { word: string; stem: string | null; sound: string }

/** What is looked for, in the form in which texts are stored. */
export async function listWords(db: Db, text: string): Promise<Word[]> {
  return db.all(sql<Word>`
    select w.word, (tsvector_to_array(to_tsvector('pg_catalog.russian', w.word)))[1] as stem,
      kontor.search_sound(w.word) as sound
    from unnest(string_to_array(nullif(kontor.search_text(${text}), ''), ' ')) with ordinality
      as w(word, no)
    order by w.no`)
}

const MOST_ALIKE = 1000

/**
 * How much two words of this length have in common, in trigrams, at the least: two letters that changed
 * places leave four of them other ones, and two wrong letters, in words that are not short, six.
 */
const alikeAt = (length: number): number =>
  length < 6
    ? (length - 3) / (length + 5)
    : Math.min(0.3, Math.max(0.14, (length - 5) / (length + 7)))

/** Known words that sound like this one, longer or shorter by so many letters at most, the most alike first. */
export async function listAlike(db: Db, sound: string, letters: number): Promise<Word[]> {
  const { length } = sound
  const alike = alikeAt(length).toFixed(2)
  await db.run(sql`select set_config('pg_trgm.similarity_threshold', ${alike}, true)`)
  return db.all(sql<Word>`
    select w.word, (tsvector_to_array(to_tsvector('pg_catalog.russian', w.word)))[1] as stem, w.sound
    from kontor.search_words w
    where w.sound % ${sound}::text
      and length(w.sound) between ${length - letters}::integer and ${length + letters}::integer
    order by similarity(w.sound, ${sound}::text) desc, w.word limit ${MOST_ALIKE}`)
}
