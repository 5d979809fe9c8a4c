import { z } from 'zod'
import { Id } from '../api/schemas.ts'
import { invalid } from '../lib/errors.ts'
import { sql } from '../platform/db/sql.ts'
import { expecting, isId, listOf, partsOf } from './checks.ts'
import { onlyOne } from './contacts.ts'
import { type Facet, fieldType } from './field-type.ts'
import { idsInJson, singleSetting } from './id-lists.ts'
import { type Reference, references } from './kinds/references.ts'

const KINDS = ['user', 'group', 'osnode'] as const

const Role = z.object({ type: z.enum(KINDS), id: Id }, expecting('{"type", "id"}'))

/** `{type, id}`, or the id alone. */
function literal(value: unknown): Reference | undefined {
  const [only = value, ...others] = Array.isArray(value) ? value : []
  if (others.length > 0) return undefined
  return isId(only) ? { id: only.toLowerCase() } : Role.safeParse(only).data
}

const facet: Facet = {
  kind: { ...references, expected: 'an id or {"type", "id"}' },
  sql: (column) => column(''),
  of: (value) => value,
  literal,
}

/** The list that the ids of users, groups and places lead to. */
export const ROLES = 'roles'

const ID_OF_ROLE = sql`member ->> 'id'`

/** Users, groups and places of the org chart, mixed. */
export const roleType = fieldType({
  type: 'ROLE',
  settings: singleSetting,
  data: () => ({}),
  columns: () => [{ suffix: '', type: 'jsonb' }],
  value: ({ single }) => listOf(Role, { what: 'roles {"type", "id"}', single }),
  write: (value) => [JSON.stringify(value)],
  read: (column) => column(''),
  output: () => z.array(Role).nullable(),
  facets: () => ({ '': facet }),
  link: () => ROLES,
  ids: (column) => ({ value: idsInJson(column(''), ID_OF_ROLE), isList: true }),
  idsInJson: (json) => ({ value: idsInJson(json, ID_OF_ROLE), isList: true }),
  index: (column) => ({ method: 'gin', expression: sql`${column('')} jsonb_path_ops` }),
  cell: (cell) => ({
    value: partsOf(cell).map((part) => {
      const [type, id] = part.split(':')
      if (!isId(id)) throw invalid(`expected user:id, group:id or osnode:id, received "${part}"`)
      return { type, id }
    }),
  }),
  asText: (column) => sql`(select string_agg(concat(r ->> 'type', ':', r ->> 'id'), '; ')
    from jsonb_array_elements(${column('')}) r)`,
  conversions: { ROLE: onlyOne },
})
