import type { StoredApp } from '../../../definitions/snapshot.ts'
import { AppError, describeDetails } from '../../../lib/errors.ts'
import { violatedIndex } from '../../../platform/db/errors.ts'
import { name, type Sql } from '../../../platform/db/sql.ts'
import { indexesOf, keyOf } from '../../solutions/tables.ts'

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
  constructor(code: string, message: string) {
    const details = [{ path: code, message }]
    super('invalid', describeDetails(details), { details })
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
