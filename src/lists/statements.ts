import { hash } from 'node:crypto'
import type { Db } from '../platform/db/db.ts'
import { render, type Sql } from '../platform/db/sql.ts'

/** Runs a query whose text follows from what a caller asked for. */
export function run<Row extends object>(db: Db, query: Sql): Promise<Row[]> {
  const { text, values } = render(query)
  return db.query<Row>({ name: nameOf(text), text }, values)
}

/**
 * Lists that come again are worth a prepared statement; a filter that nobody sends twice would
 * only fill every backend with plans. So a text gets its name when it is seen again, and there
 * are only so many.
 */
const named = new Set<string>()
const seen = new Set<string>()
const MOST_NAMED = 1000
const MOST_SEEN = 10_000

function nameOf(text: string): string {
  const name = `l${hash('sha256', text, 'base64url').slice(0, 22)}`
  if (named.has(name)) return name
  if (named.size < MOST_NAMED && seen.delete(name)) {
    named.add(name)
    return name
  }
  if (seen.size >= MOST_SEEN) seen.clear()
  seen.add(name)
  return ''
}
