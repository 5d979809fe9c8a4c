import { escapeLike } from '../fields/kinds/like.ts'
import { textKey } from '../fields/kinds/text.ts'
import type { Context } from '../platform/context.ts'
import { isStatementTimeout } from '../platform/db/errors.ts'
import { and, or, raw, type Sql, sql } from '../platform/db/sql.ts'

/** Where words are looked for: rows `t` of a table, by the texts that people know them by. */
export type Searched = {
  table: Sql
  /** Rights and whatever else holds for every row. */
  where: Sql[]
  /** Each of them has an index of trigrams, or the table is small. */
  texts: Sql[]
  /** The text that also has an index in the order of people. */
  ordered?: Sql
  /** What is answered of a row, with `id` among it. */
  select: Sql
}

/** Milliseconds are for each of the two questions. */
export type Words = { text: string; size: number; milliseconds: number }

/** Exact, from the start, or somewhere inside. */
export type Rank = 0 | 1 | 2

export type Found<Row> = { rows: (Row & { rank: Rank })[]; isPartial: boolean }

/**
 * What begins so, and if that is not enough what has the words inside. A row may be there twice.
 * Each question is cut short: a word that a million rows have costs no more than the first of them.
 */
export async function search<Row extends object>(
  ctx: Pick<Context, 'readWithin'>,
  searched: Searched,
  words: Words,
): Promise<Found<Row>> {
  const rows: Found<Row>['rows'] = []
  try {
    await ctx.readWithin(words.milliseconds, async (db) => {
      rows.push(...(await db.all(sql<Row & { rank: Rank }>`${beginning(searched, words)}`)))
      if (rows.length >= words.size) return
      rows.push(...(await db.all(sql<Row & { rank: Rank }>`${inside(searched, words)}`)))
    })
    return { rows, isPartial: false }
  } catch (error) {
    if (!isStatementTimeout(error)) throw error
    return { rows, isPartial: true }
  }
}

/** Sorts behind everything that begins with what stands before it. */
const LAST = '\uffff'

/**
 * Trigrams of a common word find too many rows to look at each of them, so the text in order is
 * walked from the place where it begins so: there the exact ones stand first.
 */
function beginning({ table, where, texts, ordered, select }: Searched, { text, size }: Words): Sql {
  const whole = escapeLike(text)
  const rank = sql`case when ${has(texts, [whole])} then 0 else 1 end as rank`
  if (!ordered) {
    const isSo = has(texts, [`${whole}%`])
    return sql`select ${select}, ${rank} from ${table} t where ${and([...where, isSo])}
      order by rank limit ${size}`
  }
  const key = textKey(ordered)
  const [from, to] = [text.toLowerCase(), text.toLowerCase() + LAST]
  const isSo = sql`${key} >= ${from} and ${key} < ${to} and ${ordered} ilike ${`${whole}%`}`
  return sql`select ${select}, ${rank} from ${table} t where ${and([...where, isSo])}
    order by ${key} limit ${size}`
}

function inside({ table, where, texts, select }: Searched, { text, size }: Words): Sql {
  const words = wordsOf(text).map((word) => {
    const plain = escapeLike(word)
    return has(texts, isLong(word) ? [`%${plain}%`] : [`${plain}%`, `% ${plain}%`])
  })
  return sql`select ${select}, ${raw('2')} as rank from ${table} t
    where ${and([...where, ...words])} limit ${size}`
}

const has = (texts: readonly Sql[], patterns: string[]): Sql =>
  or(texts.flatMap((text) => patterns.map((pattern) => sql`${text} ilike ${pattern}`)))

const wordsOf = (text: string): string[] => text.split(/\s+/).filter((word) => word !== '')

/** Trigrams find three letters anywhere, but fewer only where a word begins. */
const isLong = (word: string): boolean => [...word].length >= 3

/** The same for what is in memory; undefined where nothing is found. */
export function rankOf(title: string, text: string): Rank | undefined {
  const [name, wanted] = [title.toLowerCase(), text.toLowerCase()]
  if (name === wanted) return 0
  if (name.startsWith(wanted)) return 1
  const isFound = wordsOf(wanted).every((word) =>
    isLong(word) ? name.includes(word) : ` ${name}`.includes(` ${word}`),
  )
  return isFound ? 2 : undefined
}
