import { sql } from '../platform/db/sql.ts'
import { datetimeType } from './datetime.ts'
import { fieldType } from './field-type.ts'

/** A time that is answered with its fraction of a second, as clients know it of users. */
export const instantType = fieldType({
  ...datetimeType,
  type: 'INSTANT',
  read: (column) => sql`to_char(${column('')} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`,
})
