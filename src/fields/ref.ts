import { sql } from '../platform/db/sql.ts'
import type { FieldType } from './field-type.ts'
import { refItemType } from './ref-item.ts'

/** One item of any app, shown by itself: what an instance or a task is about. The system's own. */
export const refType: FieldType = {
  ...refItemType,
  type: 'REF',
  read: (column) => sql`${column('')} -> 0`,
}
