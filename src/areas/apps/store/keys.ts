import { hash } from 'node:crypto'
import type { Field } from '../../../fields/field-type.ts'
import type { Db } from '../../../platform/db/db.ts'
import { lockNumber } from '../../../platform/db/locks.ts'
import { join, name, raw, type Sql, sql } from '../../../platform/db/sql.ts'
import { keyOf } from '../../solutions/tables.ts'
import type { ItemShape } from './shape.ts'

/** What finds an item: the key of another system, or a field that the app names for it. */
export type Key = { field: Field; column: string; type: string }

/** One of many from asking at once: the number of the question, and an item as JSON text. */
export type Match = { at: number; row: string }

/** Live items by a key, each held to the end, in one order for everybody so that nobody waits twice. */
export async function lockByKey(
  db: Db,
  { read, table }: ItemShape,
  { key, values }: { key: Key; values: ReadonlyMap<number, unknown> },
): Promise<Match[]> {
  const asked = [...values].map(([at, value]) => ({ at, value }))
  return db.all(sql<Match>`with t as materialized (
      select k.at as "$at", t.* from json_to_recordset(${JSON.stringify(asked)}::json)
        k(at integer, value ${raw(key.type)})
      join ${table} t on ${matches(key)} and t."__deletedAt" is null
      order by t."__id" for update of t)
    select t."$at" as at, row_to_json(r.*)::text as row
    from t cross join lateral (select ${read}) r`)
}

/** As the index behind a unique field has it, where there is one. */
function matches({ field, column }: Key): Sql {
  const sides = [name('t', column), raw('k.value')].map((side) =>
    field.unique ? keyOf(field, () => side) : side,
  )
  return join(sides, ' = ')
}

const BUCKETS = 64

/**
 * Makes callers who bring the same new keys wait for each other, so that one creates the item and
 * the others find it. Keys share a few locks per app, taken in one order: a database has only so
 * many, and nobody can wait in a circle.
 */
export async function holdKeys(db: Db, { app }: ItemShape, keys: readonly string[]): Promise<void> {
  const bucketOf = (key: string) => hash('sha1', key, 'buffer').readUInt8(0) % BUCKETS
  const numberOf = (bucket: number) => hash('sha1', `${app.id}/${bucket}`, 'buffer').readInt32BE(0)
  const locks = new Set(keys.map((key) => numberOf(bucketOf(key))))
  await db.run(sql`
    select pg_advisory_xact_lock(${lockNumber('item keys')}, bucket)
    from unnest(${[...locks].sort((a, b) => a - b)}::integer[]) bucket`)
}
