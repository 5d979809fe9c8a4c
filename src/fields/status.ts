import { z } from 'zod'
import { sql } from '../platform/db/sql.ts'
import { type Facet, fieldType } from './field-type.ts'
import { integer } from './kinds/numbers.ts'
import { oneOf, whole } from './table-filters.ts'

type Status = { order: number; status: number }

const status: Facet = {
  kind: { ...integer, expected: 'the number of a status' },
  sql: (column) => column(''),
  of: (value) => (value as Status).status,
  literal: (value) =>
    integer.literal(typeof value === 'object' ? (value as Status | null)?.status : value),
}
const order: Facet = {
  kind: integer,
  sql: (column) => column('$order'),
  of: (value) => (value as Status).order,
}

/** The status of an item. A system field: it is changed by set-status only. */
export const statusType = fieldType({
  type: 'STATUS',
  settings: {},
  data: () => ({}),
  columns: () => [
    { suffix: '', type: 'integer' },
    { suffix: '$order', type: 'integer' },
  ],
  value: () => z.object({ order: z.int(), status: z.int() }),
  write: (value) => [value.status, value.order],
  read: (column) => sql`case when ${column('')} is not null then
    json_build_object('order', ${column('$order')}, 'status', ${column('')}) end`,
  output: () => z.object({ order: z.int(), status: z.int() }).nullable(),
  facets: () => ({ '': status, status, order }),
  tableFilter: (value, field) =>
    oneOf({ path: whole(field), facet: status }, value, { mayBeAlone: true }),
  index: (column) => ({ method: 'btree', expression: column('') }),
  cell: (cell) => ({ lookup: [cell.trim()] }),
})
