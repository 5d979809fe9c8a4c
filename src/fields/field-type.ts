import { z } from 'zod'
import { Name } from '../lib/codes.ts'
import { translatable } from '../lib/translations.ts'
import type { Sql } from '../platform/db/sql.ts'
import type { Condition } from './condition.ts'
import type { Kind } from './kinds/kind.ts'

/** Keys every field of every type may have in a definition. */
export const commonKeys = {
  name: Name.describe('what people read'),
  tooltip: translatable(z.string().max(2000)).default(''),
  required: z.boolean().default(false),
  indexed: z.boolean().default(false).describe('lists filter and sort by it quickly'),
  searchable: z.boolean().default(false).describe('found by text search'),
  unique: z.boolean().default(false).describe('no two items with the same value'),
  renamedFrom: z
    .array(z.string().max(50))
    .optional()
    .describe('codes that the field had before: its values are kept'),
  default: z.json().optional().describe('value of a new item that brings none, in the wire format'),
}

type Common = z.output<z.ZodObject<typeof commonKeys>>

/** A field as its definition says it, with its code. */
export type Field<Settings = Record<string, unknown>> = Common & {
  code: string
  type: string
} & Settings

/** `suffix` is empty for the first column; `$` cannot stand in a code, so names never meet. */
export type Column = { suffix: '' | `$${string}`; type: string }

/** Gives the column of a field: `column('')`, `column('$currency')`. */
export type Columns = (suffix: Column['suffix']) => Sql

/** Something of a field that filters compare and lists sort by: the whole, or a part of it. */
export type Facet = {
  kind: Kind
  /** A value as its kind wants it, an array for sets. */
  sql(columns: Columns): Sql
  /** All members of a set of text in one, where a search index can look. */
  text?(columns: Columns): Sql
  /** The same value in memory, of a wire value that is not null. */
  of(value: unknown): unknown
  /** Literals of a form that the kind alone does not know. */
  literal?(value: unknown): unknown
  /** The form in which a text is searched, such as a phone without its spaces. */
  searched?(text: string): string
  /** Equality with a literal of several parts. */
  equal?(value: unknown, field: Field): Condition | undefined
}

/**
 * How values of another type become values of this one. Both carry parameters, so they belong
 * into an UPDATE, not into ALTER TABLE.
 */
export type Conversion<To = Field> = {
  /** The new columns over the old ones; absent = they stay as they are. */
  using?(old: Columns, change: { from: Field; to: To }): Sql[] | undefined
  /** True for rows whose value fits or is null; others block the change. Absent = all fit. */
  fits?(old: Columns, change: { from: Field; to: To }): Sql
}

/** `expression` stands between the parentheses of CREATE INDEX. */
export type Index = {
  method: 'btree' | 'gin'
  expression: Sql
  /** Kept with the entries, so that rows can be counted by the index alone. */
  include?: Sql
}

/**
 * What an import cell says: a value in the wire format, or names that only the database knows. A
 * value that `isChecked` is what `value` would make of it: millions of cells are not read twice.
 */
export type Cell = { value: unknown; isChecked?: boolean } | { lookup: string[] }

/** Whose ids need a look at rights before they are stored: `item:crm/deals` names the app as well. */
export type ObjectKind = 'user' | 'file' | 'directory' | `item:${string}`

/** An object that a value names, and where in the value its id stands. */
export type Named = { kind: ObjectKind; id: string; path: readonly (string | number)[] }

export type ItemReference = { namespace: string; code: string; id: string }

/** How a value links to items. */
type Linked<F = Field> = {
  /** The apps whose items it can hold; undefined = of every app. */
  apps(field: F): readonly string[] | undefined
  /** The member of its list that stands for an item. */
  member(item: ItemReference): unknown
}

type FieldOf<Settings extends z.ZodRawShape> = Field<z.output<z.ZodObject<Settings>>>

/**
 * Everything Kontor knows about one type of field. One file per type; `registry.ts` lists them.
 * Values are checked once at the border (`value`), kept in typed columns (`columns`, `write`),
 * and leave as JSON made by PostgreSQL (`read`).
 */
export type FieldType<Settings extends z.ZodRawShape = z.ZodRawShape, Value = unknown> = {
  type: string
  /** Keys of a definition beyond the common ones. */
  settings: Settings
  /** Extra attributes shown by the metadata routes. */
  data(field: FieldOf<Settings>): Record<string, unknown>
  columns(field: FieldOf<Settings>): Column[]
  /**
   * Wire JSON in, the same wire JSON out that `read` will make of it. A null that comes in is
   * handled outside; one that comes out means that what came says "empty".
   */
  value(field: FieldOf<Settings>): z.ZodType<Value | null>
  /** One parameter per column for a checked value. */
  write(value: Value, field: FieldOf<Settings>): unknown[]
  /** An SQL expression whose JSON is the wire format; null where never set. */
  read(columns: Columns, field: FieldOf<Settings>): Sql
  /** The reply in OpenAPI and in tests. */
  output(field: FieldOf<Settings>): z.ZodType
  /** What filters and sorts may look at, by the name of the part; '' is the whole. */
  facets(field: FieldOf<Settings>): Record<string, Facet>
  /**
   * The objects that a checked value names. Whoever brings the value must be allowed to read each
   * of them; groups and the org chart are everybody's, so their ids are not among these.
   */
  named?(value: Value, field: FieldOf<Settings>): Named[]
  /** For links to items, which are found from their other end too. */
  linked?: Linked<FieldOf<Settings>>
  /** Where its ids lead to: an app such as `crm/deals`, or one of our own lists. */
  link?(field: FieldOf<Settings>): string | undefined
  /** Those ids, in its columns and in a cell of a table. */
  ids?(columns: Columns): { value: Sql; isList: boolean }
  idsInJson?(json: Sql): { value: Sql; isList: boolean }
  /** The `tf` condition for a value that is not null, where the kind alone does not give it. */
  tableFilter?(value: unknown, field: FieldOf<Settings>): Condition
  /** The index behind `indexed`, and the one behind `searchable`. */
  index?(columns: Columns, field: FieldOf<Settings>): Index
  searchIndex?(columns: Columns, field: FieldOf<Settings>): Index
  /** What is compared for `unique`; absent = the type cannot be unique. */
  uniqueKey?(columns: Columns, field: FieldOf<Settings>): Sql
  /** A cell of an imported table that is not empty. */
  cell(text: string, field: FieldOf<Settings>): Cell
  /** Text that `cell` reads back as the same value, where `asText` would lose some of it. */
  cellText?(columns: Columns, field: FieldOf<Settings>): Sql
  /** What people read, for text that takes the place of the field. */
  asText?(columns: Columns, field: FieldOf<Settings>): Sql
  /** Brings a stored cell of a table up to date with its definition. */
  readCell?(json: Sql, field: FieldOf<Settings>): Sql
  /** The fields of its rows, for a table. */
  cells?(field: FieldOf<Settings>): Field[]
  /** A table with only those cells that `cell` gives. */
  readPart?(
    columns: Columns,
    field: FieldOf<Settings>,
    cell: (cell: { field: Field; json: Sql }) => Sql | undefined,
  ): Sql
  /** The sum shown below a column of a table. */
  total?(values: Value[]): unknown
  /**
   * From which types the column may be converted under data, its own included. `*` is every type
   * that has a text, and finds that text as its column.
   */
  conversions?: Record<string, Conversion<FieldOf<Settings>>>
}

/** Keeps the types of settings and value while the registry holds all types together. */
export const fieldType = <Settings extends z.ZodRawShape, Value>(
  type: FieldType<Settings, Value>,
): FieldType => type as unknown as FieldType
