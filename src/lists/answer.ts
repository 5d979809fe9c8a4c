import type { Columns, Field } from '../fields/field-type.ts'
import { fieldTypeOf } from '../fields/registry.ts'
import { join, name, raw, type Sql, sql } from '../platform/db/sql.ts'
import { ID } from './codes.ts'
import type { Fields } from './path.ts'
import { isShown, type Projection } from './projection.ts'
import { about, type Related, ROW, type Source, type SourceColumn } from './source.ts'

export type OtherLists = ReadonlyMap<string, Source>
type Nesting = { others: OtherLists; depth: number }

/** The selected fields of a row in the wire format, with linked items where nested fields are requested. */
export const answer = (
  columns: Source['columns'],
  projection: Projection,
  others: OtherLists,
): Sql => shownOf(columns, projection, { others, depth: 0 })

function shownOf(columns: Source['columns'], projection: Projection, nesting: Nesting): Sql {
  const row = rowAt(nesting.depth)
  const shown = [...columns].filter(
    ([code, { isHidden }]) => !isHidden && isShown(projection, code),
  )
  return join(
    shown.map(([code, column]) => {
      const own: Columns = (suffix) => about(column.columns(suffix), row)
      const rule = Object.hasOwn(projection, code) ? projection[code] : undefined
      return sql`${read({ field: column.field, columns: own }, rule, nesting)} as ${name(code)}`
    }),
    ', ',
  )
}

const rowAt = (depth: number): Sql => (depth === 0 ? ROW : name(`t${depth}`))

function read(
  { field, columns }: SourceColumn,
  rule: Projection[string] | undefined,
  nesting: Nesting,
): Sql {
  const type = fieldTypeOf(field.type)
  if (typeof rule !== 'object') return type.read(columns, field)
  if (type.readPart) {
    return type.readPart(columns, field, (cell) => readCell(cell, rule, nesting))
  }
  const source = nesting.others.get(type.link?.(field) ?? '')
  if (!source || !type.ids) return type.read(columns, field)
  return nested(type.ids(columns), source, { rule, nesting })
}

/** A cell of a table: its value, or the linked items. */
function readCell(cell: { field: Field; json: Sql }, rule: Projection, nesting: Nesting) {
  if (!isShown(rule, cell.field.code)) return undefined
  const own = Object.hasOwn(rule, cell.field.code) ? rule[cell.field.code] : undefined
  const type = fieldTypeOf(cell.field.type)
  const source = nesting.others.get(type.link?.(cell.field) ?? '')
  if (typeof own !== 'object' || !source || !type.idsInJson) {
    return type.readCell?.(cell.json, cell.field) ?? cell.json
  }
  return sql`to_jsonb(${nested(type.idsInJson(cell.json), source, { rule: own, nesting })})`
}

/** Items in place of their ids, ordered by creation. */
function nested(
  ids: { value: Sql; isList: boolean },
  source: Source,
  { rule, nesting }: { rule: Projection; nesting: Nesting },
): Sql {
  const inner = { ...nesting, depth: nesting.depth + 1 }
  const row = rowAt(inner.depth)
  const key = (code: string) => {
    const column = source.columns.get(code)
    return column ? about(column.columns(''), row) : undefined
  }
  const isLinked = sql`${key(ID)} = ${ids.isList ? sql`any(${ids.value})` : ids.value}`
  const allowed = [isLinked, ...source.where.map((each) => about(each, row))]
  const order = [key('__createdAt'), key(ID)].filter((each) => each !== undefined)
  const rows = sql`select ${shownOf(source.columns, rule, inner)} from ${source.table} ${row}
    where ${join(allowed, ' and ')} order by ${join(order, ', ')}`
  const all = ids.isList ? raw(`coalesce(json_agg(r.*), '[]')`) : raw('row_to_json(r.*)')
  return sql`case when ${ids.value} is not null then (select ${all} from (${rows}) r) end`
}

/** All lists that a projection refers to. */
export function listsIn(projection: Projection, fields: Fields, related: Related): Set<string> {
  const found = new Set<string>()
  const visit = (rules: Projection, known: Iterable<Field>): void => {
    for (const field of known) {
      const rule = Object.hasOwn(rules, field.code) ? rules[field.code] : undefined
      if (typeof rule !== 'object') continue
      const type = fieldTypeOf(field.type)
      const list = type.link?.(field)
      const inner = list === undefined ? undefined : related.fieldsOf(list)
      if (list !== undefined && inner) found.add(list)
      visit(rule, inner?.values() ?? type.cells?.(field) ?? [])
    }
  }
  visit(projection, fields.values())
  return found
}
