import { z } from 'zod'
import { Id } from '../api/schemas.ts'
import { AppPath } from '../lib/codes.ts'
import { invalid } from '../lib/errors.ts'
import { isStorable } from '../lib/storable.ts'
import { raw, sql } from '../platform/db/sql.ts'
import { expecting, isId, listOf, partsOf } from './checks.ts'
import { type Facet, fieldType } from './field-type.ts'
import { singleSetting } from './id-lists.ts'
import { type Reference, references } from './kinds/references.ts'

const Name = z.string().min(1).max(200).refine(isStorable)
const RefItem = z.object(
  { namespace: Name, code: Name, id: Id },
  expecting('{"namespace", "code", "id"}'),
)
const WITHOUT_ID = RefItem.partial({ id: true })

/** `{namespace, code, id}`, without `id` for every item of that app, or the text `ns:code:id`. */
function literal(value: unknown): Reference | undefined {
  const [only = value, ...others] = Array.isArray(value) ? value : []
  if (others.length > 0) return undefined
  const parsed = WITHOUT_ID.safeParse(typeof only === 'string' ? split(only) : only)
  if (!parsed.success) return undefined
  const { namespace, code, id } = parsed.data
  return id === undefined ? { namespace, code } : { namespace, code, id }
}

function split(text: string) {
  const [namespace, code, id] = text.split(/[:/]/)
  return { namespace, code, ...(id && { id }) }
}

const facet: Facet = {
  kind: { ...references, expected: 'a reference {"namespace", "code", "id"}' },
  sql: (column) => column(''),
  of: (value) => value,
  literal,
}

/** Items of any app, or of the apps that are named. */
export const refItemType = fieldType({
  type: 'REF_ITEM',
  settings: {
    ...singleSetting,
    apps: z.array(AppPath).min(1).optional().describe('absent = items of every app'),
  },
  data: ({ apps }) => (apps ? { apps } : {}),
  columns: () => [{ suffix: '', type: 'jsonb' }],
  value: ({ single, apps }) => {
    const isAllowed = ({ namespace, code }: Reference) => apps?.includes(`${namespace}/${code}`)
    const item = apps
      ? RefItem.refine(isAllowed, `expected an item of ${apps.join(', ')}`)
      : RefItem
    return listOf(item, { what: 'references {"namespace", "code", "id"}', single })
  },
  named: (value) =>
    value.map(({ namespace, code, id }) => ({ kind: `item:${namespace}/${code}`, id, path: [] })),
  linked: { apps: ({ apps }) => apps, member: (item) => item },
  write: (value) => [JSON.stringify(value)],
  read: (column) => column(''),
  output: () => z.array(RefItem).nullable(),
  facets: () => ({ '': facet }),
  index: (column) => ({ method: 'gin', expression: sql`${column('')} jsonb_path_ops` }),
  cell: (cell) => {
    const items = partsOf(cell).map(split)
    if (!items.every(({ id }) => isId(id))) {
      throw invalid(`expected workspace/app/id, received "${cell}"`)
    }
    return { value: items }
  },
  asText: (
    column,
  ) => sql`(select string_agg(concat(r ->> 'namespace', '/', r ->> 'code', '/', r ->> 'id'), '; ')
    from jsonb_array_elements(${column('')}) r)`,
  conversions: {
    REF_ITEM: {
      fits: (old, { to: { single, apps } }) => {
        const isOne = sql`(not ${single}::boolean or jsonb_array_length(${old('')}) <= 1)`
        const isKnown = apps
          ? sql`not exists (select from jsonb_array_elements(${old('')}) r
              where concat(r ->> 'namespace', '/', r ->> 'code') <> all(${apps}::text[]))`
          : raw('true')
        return sql`coalesce(${isOne} and ${isKnown}, true)`
      },
    },
    SYS_COLLECTION: {
      using: (old, { from }) => {
        const [namespace, code] = String(from.app).split('/')
        return [
          sql`case when ${old('')} is not null then (select coalesce(jsonb_agg(jsonb_build_object(
            'namespace', ${namespace}::text, 'code', ${code}::text, 'id', i)), '[]')
            from unnest(${old('')}) i) end`,
        ]
      },
      fits: (old, { from, to: { single, apps } }) => {
        const isKnown = !apps || apps.includes(String(from.app))
        return sql`coalesce(${isKnown}::boolean and (not ${single}::boolean or cardinality(${old('')}) <= 1)
          or cardinality(${old('')}) = 0, true)`
      },
    },
  },
})
