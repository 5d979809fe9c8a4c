import { escapeLike } from '../fields/kinds/like.ts'
import { textKey } from '../fields/kinds/text.ts'
import type { Context } from '../platform/context.ts'
import { isStatementTimeout } from '../platform/db/errors.ts'
import { and, or, raw, type Sql, sql } from '../platform/db/sql.ts'

/** A searchable table: its rows `t` and their searchable texts. */
export type Searched = {
  table: Sql
  /** Rights and other conditions on every row. */
  where: Sql[]
  /** Each of them has a trigram index, or the table is small. */
  texts: Sql[]
  /** The text that also has an index in collation order. */
  ordered?: Sql
  /** The columns to return, including `id`. */
  select: Sql
}

/** The time limit applies to each of the two queries. */
export type Words = { text: string; size: number; milliseconds: number }

/** Exact match, prefix, or anywhere. */
export type Rank = 0 | 1 | 2

export type Found<Row> = { rows: (Row & { rank: Rank })[]; isPartial: boolean }

/**
 * Finds rows that start with the text, and if these are too few, rows that contain its words. A row may be
 * found twice. Each query has a limit: a word in a million rows costs no more than a few rows.
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

/** Sorts after everything with the same prefix. */
const LAST = '\uffff'

/**
 * Trigrams of a common word match too many rows, so the ordered index is scanned from the prefix on:
 * there exact matches come first.
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

/** Trigram indexes find three letters anywhere, but fewer only at the start of a word. */
const isLong = (word: string): boolean => [...word].length >= 3

/** The same in memory; undefined if nothing matches. */
export function rankOf(title: string, text: string): Rank | undefined {
  const [name, wanted] = [title.toLowerCase(), text.toLowerCase()]
  if (name === wanted) return 0
  if (name.startsWith(wanted)) return 1
  const isFound = wordsOf(wanted).every((word) =>
    isLong(word) ? name.includes(word) : ` ${name}`.includes(` ${word}`),
  )
  return isFound ? 2 : undefined
}
