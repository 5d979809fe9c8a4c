import { z } from 'zod'
import { Id } from '../api/schemas.ts'
import { FieldCode } from '../lib/codes.ts'
import { invalid } from '../lib/errors.ts'
import { newId } from '../lib/ids.ts'
import { inWords } from '../lib/zod-words.ts'
import { join, raw, type Sql, sql } from '../platform/db/sql.ts'
import { expecting } from './checks.ts'
import {
  commonKeys,
  type Facet,
  type Field,
  type FieldType,
  fieldType,
  type Named,
} from './field-type.ts'
import type { Kind } from './kinds/kind.ts'
import { opaque } from './kinds/opaque.ts'
import { links } from './kinds/references.ts'
import { describeField } from './metadata.ts'

const { name, tooltip, required, default: initial } = commonKeys
const columnKeys = { name, tooltip, required, default: initial }

const MOST_COLUMNS = 50
const MOST_ROWS = 10_000

type Row = { __id: string; [code: string]: unknown }
type Table = { rows: Row[]; result: Record<string, unknown> | null }

type TableColumn = { field: Field; type: FieldType }

/** The links in a column, those of all rows together: `lines.product`. */
function linkFacet({ field, type }: TableColumn): Facet {
  const { '': cell } = type.facets(field)
  if (!cell) throw new Error(`${field.type} cannot be filtered`)
  const path = raw(`'$.rows[*]."${field.code}"[*] ? (@.type() <> "null")'::jsonpath`)
  return {
    kind: { ...links, expected: cell.kind.expected } as Kind,
    sql: (column) => sql`jsonb_path_query_array(${column('')}, ${path})`,
    of: (table) => (table as Table).rows.flatMap((row) => (row[field.code] as unknown[]) ?? []),
    literal: (value) => (cell.literal ? cell.literal(value) : cell.kind.literal(value)),
  }
}

/** Filters do not look into other cells of a table, but its rows can be counted. */
const rowsOnly: Kind = {
  ...opaque,
  sql: {
    ...opaque.sql,
    count: (table) => sql`coalesce(jsonb_array_length(${table} -> 'rows'), 0)`,
  },
  memory: { ...opaque.memory, count: (table) => (table as Table).rows.length },
}

/** Rows of values, whose columns are fields of the other types. */
export function tableOf(cellTypes: FieldType[]): FieldType {
  const byType = new Map(cellTypes.map((each) => [each.type, each]))
  const columnsOf = (columns: Record<string, unknown>): TableColumn[] =>
    Object.entries(columns).map(([code, column]) => {
      const field = { ...(column as object), code } as Field
      const type = byType.get(field.type)
      if (!type) throw new Error(`no field type ${field.type}`)
      return { field, type }
    })

  return fieldType({
    type: 'TABLE',
    settings: { columns: columnsSetting(cellTypes) },
    data: ({ columns }) => ({
      fields: columnsOf(columns).map(({ field, type }) => describeField(field, type)),
    }),
    columns: () => [{ suffix: '', type: 'jsonb' }],
    value: ({ columns }) => tableValue(columnsOf(columns)),
    write: (table, { columns }) => {
      checkCells(table, columnsOf(columns))
      return [JSON.stringify(table)]
    },
    named: (table, { columns }) => namedInCells(table, columnsOf(columns)),
    read: (column, { columns }) => readTable(column(''), columnsOf(columns)),
    cells: ({ columns }) => columnsOf(columns).map(({ field }) => field),
    readPart: (column, { columns }, cell) => readPart(column(''), columnsOf(columns), cell),
    output: ({ columns }) => tableOutput(columnsOf(columns)),
    facets: ({ columns }) => ({
      '': { kind: rowsOnly, sql: (column) => column(''), of: (value) => value },
      ...Object.fromEntries(
        columnsOf(columns)
          .filter(({ type }) => type.linked)
          .map((each) => [each.field.code, linkFacet(each)]),
      ),
    }),
    cell: (cell) => {
      try {
        return { value: JSON.parse(cell) }
      } catch (error) {
        throw invalid(`expected JSON of a table {"rows": […]}: ${(error as Error).message}`)
      }
    },
    cellText: (column) => sql`${column('')}::text`,
    asText: (column) => sql`(${column('')} -> 'rows')::text`,
    conversions: {
      TABLE: {
        fits: (old, { from, to }) => {
          const left = columnsOf(from.columns as Record<string, unknown>).filter(({ field }) => {
            const kept = to.columns[field.code] as Field | undefined
            return kept?.type !== field.type
          })
          return hasNone(
            old(''),
            left.map(({ field }) => field.code),
          )
        },
      },
    },
  })
}

function columnsSetting(cellTypes: FieldType[]) {
  const schemas = cellTypes.map(({ type, settings }) =>
    z.strictObject({ ...columnKeys, type: z.literal(type), ...settings }),
  )
  const Column = z.discriminatedUnion(
    'type',
    schemas as [(typeof schemas)[number], ...typeof schemas],
  )
  const checked = Column.superRefine(({ default: wire, ...column }, context) => {
    const type = cellTypes.find((each) => each.type === column.type)
    const parsed = type
      ?.value({ ...column, code: '' } as Field)
      .nullable()
      .safeParse(wire ?? null, { error: inWords })
    for (const { path, message } of parsed?.error?.issues ?? []) {
      context.addIssue({ code: 'custom', path: ['default', ...path], message })
    }
  })
  const count = (columns: object) => Object.keys(columns).length
  return z
    .record(FieldCode, checked)
    .refine((columns) => count(columns) > 0, 'a table has at least one column')
    .refine((columns) => count(columns) <= MOST_COLUMNS, `at most ${MOST_COLUMNS} columns`)
    .describe('fields of a row by code')
}

function tableOutput(columns: TableColumn[]): z.ZodType {
  const cells = columns.map(({ field, type }) => [field.code, type.output(field).optional()])
  return z
    .object({
      rows: z.array(z.looseObject({ __id: Id, ...Object.fromEntries(cells) })),
      result: z.record(z.string(), z.json()).nullable(),
    })
    .nullable()
}

/** What the type itself could not store must not slip in as a cell. */
function checkCells({ rows }: Table, columns: TableColumn[]): void {
  for (const { field, type } of columns) {
    for (const row of rows) {
      const cell = row[field.code]
      if (cell !== null) type.write(cell, field)
    }
  }
}

function namedInCells({ rows }: Table, columns: TableColumn[]): Named[] {
  const naming = columns.filter(({ type }) => type.named)
  return rows.flatMap((row, at) =>
    naming.flatMap(({ field, type }) => {
      const cell = row[field.code] ?? null
      const found = cell === null ? [] : (type.named?.(cell, field) ?? [])
      return found.map((each) => ({ ...each, path: ['rows', at, field.code, ...each.path] }))
    }),
  )
}

function tableValue(columns: TableColumn[]): z.ZodType<Table> {
  const cells = columns.map(({ field, type }) => {
    const value = type.value(field).nullable().default(null)
    const initial = field.default === undefined ? value : value.prefault(field.default)
    const cell = field.required
      ? initial.refine((each) => each !== null, 'a value is required')
      : initial
    return [field.code, cell] as const
  })
  const Row = z.preprocess(
    // A column may be called `constructor`: only what was sent counts.
    (row) => (typeof row === 'object' && row ? Object.assign(Object.create(null), row) : row),
    z.object({ __id: Id.optional(), ...Object.fromEntries(cells) }, expecting('a row of cells')),
  )
  return z
    .object({ rows: z.array(Row).max(MOST_ROWS) }, expecting('{"rows": […]}'))
    .transform(({ rows }): Table => {
      const named = rows.map((row) => ({ ...row, __id: row.__id ?? newId() }) as Row)
      return { rows: named, result: totals(columns, named) }
    })
    .refine(({ rows }) => new Set(rows.map((row) => row.__id)).size === rows.length, {
      error: 'two rows have the same __id',
    })
}

function totals(columns: TableColumn[], rows: Row[]): Table['result'] {
  const summed = columns.flatMap(({ field, type }) => {
    const values = rows.map((row) => row[field.code]).filter((value) => value !== null)
    return type.total ? [[field.code, type.total(values)] as const] : []
  })
  return summed.length === 0 ? null : Object.fromEntries(summed)
}

function readTable(table: Sql, columns: TableColumn[]): Sql {
  const renewed = columns.flatMap(({ field, type }) =>
    type.readCell
      ? [sql`${field.code}::text, ${type.readCell(sql`line -> ${field.code}::text`, field)}`]
      : [],
  )
  if (renewed.length === 0) return table
  return sql`case when ${table} is not null then jsonb_build_object('rows', (
    select coalesce(jsonb_agg(line || jsonb_build_object(${join(renewed, ', ')}) order by number), '[]')
    from jsonb_array_elements(${table} -> 'rows') with ordinality as lines(line, number)),
    'result', ${table} -> 'result') end`
}

/** Rows keep their ids and their order; the line below shows the same columns as they do. */
function readPart(
  table: Sql,
  columns: TableColumn[],
  cell: (cell: { field: Field; json: Sql }) => Sql | undefined,
): Sql {
  const shown = columns.flatMap(({ field }) => {
    const value = cell({ field, json: sql`(line -> ${field.code}::text)` })
    return value ? [{ code: field.code, value }] : []
  })
  const cells = shown.map(({ code, value }) => sql`${code}::text, ${value}`)
  const left = columns
    .map(({ field }) => field.code)
    .filter((code) => !shown.some((each) => each.code === code))
  return sql`case when ${table} is not null then jsonb_build_object('rows', (
    select coalesce(jsonb_agg(jsonb_build_object(${join([sql`'__id', line -> '__id'`, ...cells], ', ')})
      order by number), '[]')
    from jsonb_array_elements(${table} -> 'rows') with ordinality as lines(line, number)),
    'result', case when jsonb_typeof(${table} -> 'result') = 'object'
      then (${table} -> 'result') - ${left}::text[] end) end`
}

const hasNone = (table: Sql, codes: string[]): Sql =>
  sql`not exists (select from jsonb_array_elements(${table} -> 'rows') line, unnest(${codes}::text[]) code
    where coalesce(line -> code, 'null') <> 'null')`
