import type { StoredApp } from '../../../definitions/snapshot.ts'
import { AppError, describeDetails } from '../../../lib/errors.ts'
import type { Db } from '../../../platform/db/db.ts'
import { violatedIndex } from '../../../platform/db/errors.ts'
import { and, name, once, type Sql, sql, template } from '../../../platform/db/sql.ts'
import { indexesOf, keyOf } from '../../solutions/tables.ts'
import { columnsOf, jsonRows } from './rows.ts'
import type { ItemShape } from './shape.ts'

/** A value that no two live items of an app share. */
export type UniqueKey = {
  code: string
  index: string | undefined
  /** What is compared, in the row of this alias. */
  of(row: string): Sql
}

export const TAKEN = 'another item has this value'

/** The conflict of a write with an item that has the same value already. */
export class ValueTaken extends AppError {
  readonly field: string

  constructor(code: string, message: string) {
    const details = [{ path: code, message }]
    super('invalid', describeDetails(details), { details })
    this.field = code
  }
}

/** The unique fields of an app and the external id. */
export function uniqueKeys(app: StoredApp): UniqueKey[] {
  const indexes = indexesOf(app).filter(({ isUnique }) => isUnique)
  const fields = app.fields.filter(({ unique }) => unique)
  return [
    ...fields.map((field) => ({
      code: field.code,
      index: indexes.find((each) => each.field === field.code)?.name,
      of: (row: string) => keyOf(field, (suffix) => name(row, field.code + suffix)),
    })),
    {
      code: '__externalId',
      index: `${app.code}$external`,
      of: (row) => name(row, '__externalId'),
    },
  ]
}

/** Turns a violated unique index into an error that names the field. */
export async function nameConflict<T>(app: StoredApp, write: () => Promise<T>): Promise<T> {
  try {
    return await write()
  } catch (error) {
    const violated = violatedIndex(error)
    if (violated === undefined) throw error
    if (violated === `${app.code}$id`) throw new ValueTaken('__id', 'this id is taken')
    const key = uniqueKeys(app).find(({ index }) => index === violated)
    throw key ? new ValueTaken(key.code, TAKEN) : error
  }
}

type Taken = { field: string; row: Record<string, unknown>; seen: readonly Sql[] }

/** Whether one of these items, `seen`, has the value that a row has in this field, or its id. */
export async function isTakenBy(
  db: Db,
  { app, table }: ItemShape,
  { field, row, seen }: Taken,
): Promise<boolean> {
  const key = uniqueKeys(app).find(({ code }) => code === field)
  const isSame = key
    ? sql`${key.of('t')} = ${key.of('s')} and t."__deletedAt" is null`
    : sql`t."__id" = s."__id"`
  const given = template(jsonRows(columnsOf(app)))(JSON.stringify([row]))
  const found = await db.all(
    once(sql`select from ${table} t, (${given}) s where ${isSame} and ${and(seen)}`),
  )
  return found.length > 0
}
