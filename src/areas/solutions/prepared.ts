import type { Field } from '../../fields/field-type.ts'
import type { AppAddress } from '../../lib/app-path.ts'
import type { Db } from '../../platform/db/db.ts'
import { raw, type Sql, sql } from '../../platform/db/sql.ts'
import * as rows from './store/rows.ts'
import { type TableIndex, tableOf, valueText } from './tables.ts'

/** A blocker. Some can be overridden by allowing data loss; a loss `isForGood` if nothing keeps the values. */
export type Blocker = { text: string; rows: rows.Row[]; canLose: boolean; isForGood?: true }

/** A change with its effects on existing data. */
export type Prepared = {
  data: string[]
  blockers: Blocker[]
  statements: string[]
  /** Indexes that are built concurrently, after the commit. */
  later: TableIndex[]
}

export type Conversion = {
  db: Db
  app: AppAddress
  /** When applying, lock tables whose rows are examined until the end of the transaction. */
  isApplying: boolean
}

/** Locks a table, so that its rows do not change between counting and applying. */
export async function hold({ db, app, isApplying }: Conversion, mode: string): Promise<void> {
  if (isApplying) await rows.ask(db, sql`lock table ${tableOf(app)} in ${raw(mode)} mode`)
}

/** Items that have the same key. `column` is where their values are now. */
export async function findDoubles(
  { db, app }: Conversion,
  column: Field,
  key: Sql,
): Promise<Blocker[]> {
  const value = valueText(column)
  const found = await rows.findDoubles(db, tableOf(app), { key, value })
  if (found.count === 0) return []
  const text = `"${column.code}" cannot be unique: ${items(found.count)} have duplicate values`
  return [{ text, rows: found.rows, canLose: false }]
}

export const loss = (text: string, found: rows.Row[] = []): Blocker => ({
  text,
  rows: found,
  canLose: true,
})

/** Values that are deleted: a removed field keeps its values, a converted one does not. */
export const deletion = (text: string, found: rows.Row[]): Blocker => ({
  ...loss(text, found),
  isForGood: true,
})

export const items = (count: number) => (count === 1 ? '1 item' : `${count} items`)

export const values = (count: number) =>
  count === 1 ? '1 value' : count === 0 ? 'no values' : `${count} values`
