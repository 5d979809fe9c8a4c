import { z } from 'zod'
import { isStorable } from '../lib/storable.ts'
import { sql } from '../platform/db/sql.ts'
import { expecting, jsonIn, StorableText } from './checks.ts'
import { allOf, type Condition, contains } from './condition.ts'
import { type Facet, fieldType } from './field-type.ts'
import { text, textKey } from './kinds/text.ts'
import { refuse, searchText, whole } from './table-filters.ts'

const PARTS = ['lastname', 'firstname', 'middlename'] as const
type FullName = Record<(typeof PARTS)[number], string>

const LONGEST = 255
const Part = StorableText.max(LONGEST)
  .nullish()
  .transform((part) => part?.trim() ?? '')

const joined = (value: FullName): string =>
  PARTS.map((part) => value[part])
    .filter((part) => part !== '')
    .join(' ')

const part = (name: (typeof PARTS)[number]): Facet => ({
  kind: text,
  sql: (column) => sql`(${column('')} ->> ${name}::text)`,
  of: (value) => (value as FullName)[name],
})

const partsOf = (value: unknown): [string, unknown][] | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.entries(value).filter(([key]) => PARTS.some((name) => name === key))
    : undefined

const name: Facet = {
  kind: text,
  sql: (column) => column('$text'),
  of: (value) => joined(value as FullName),
  equal: (value, { code }) => {
    const parts = partsOf(value)
    if (!parts?.length || parts.some(([, wanted]) => text.literal(wanted) === undefined)) {
      return undefined
    }
    return allOf(
      parts.map(([key, literal]): Condition => {
        return { op: 'compare', path: { code, part: key }, by: 'eq', literal }
      }),
    )
  },
}

/** The name as people write it lies beside its parts: it is what lists search and sort by. */
export const fullNameType = fieldType({
  type: 'FULL_NAME',
  settings: {},
  data: () => ({}),
  columns: () => [
    { suffix: '', type: 'jsonb' },
    { suffix: '$text', type: 'text' },
  ],
  value: () =>
    z.object(
      { lastname: Part, firstname: Part, middlename: Part },
      expecting('{"lastname", "firstname", "middlename"}'),
    ),
  write: (value) => [JSON.stringify(value), joined(value)],
  read: (column) => column(''),
  output: () =>
    z.object({ lastname: z.string(), firstname: z.string(), middlename: z.string() }).nullable(),
  facets: () => ({
    '': name,
    lastname: part('lastname'),
    firstname: part('firstname'),
    middlename: part('middlename'),
  }),
  tableFilter: (value, field) => {
    if (typeof value === 'string') return contains(whole(field), searchText(whole(field), value))
    const parts = partsOf(value)
    if (!parts?.length) {
      throw refuse(whole(field), 'text or {"lastname", "firstname", "middlename"}', value)
    }
    return allOf(
      parts.map(([key, wanted]) => {
        const path = { code: field.code, part: key }
        return contains(path, searchText(path, wanted ?? ''))
      }),
    )
  },
  index: (column) => ({ method: 'btree', expression: sql`(${textKey(column('$text'))})` }),
  searchIndex: (column) => ({ method: 'gin', expression: sql`${column('$text')} gin_trgm_ops` }),
  cell: (cell) => {
    const value = jsonIn(cell)
    if (value !== undefined) return { value }
    const [lastname, firstname = '', ...rest] = cell.trim().split(/\s+/)
    const isChecked = cell.length <= LONGEST && isStorable(cell)
    return { value: { lastname, firstname, middlename: rest.join(' ') }, isChecked }
  },
  cellText: (
    column,
  ) => sql`case when ${column('')} ->> 'lastname' ~ '\\s' or ${column('')} ->> 'firstname' ~ '\\s'
    or ${column('')} ->> 'lastname' = '' or ${column('')} ->> 'firstname' = ''
    then ${column('')}::text else ${column('$text')} end`,
  asText: (column) => column('$text'),
})
