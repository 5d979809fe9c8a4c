import { z } from 'zod'
import type { Sql } from '../platform/db/sql.ts'

/** Keys every field of every type may have in a definition. */
export const commonKeys = {
  name: z.string().trim().min(1).max(500).describe('what people read'),
  tooltip: z.string().max(2000).default(''),
  required: z.boolean().default(false),
  indexed: z.boolean().default(false).describe('lists filter and sort by it quickly'),
  searchable: z.boolean().default(false).describe('found by text search'),
  unique: z.boolean().default(false).describe('no two items with the same value'),
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

/** How values of another type become values of this one, in SQL over the old column. */
export type Conversion = {
  using(column: Sql): Sql
  /** True for rows whose value fits; rows that do not fit block the change. */
  fits?(column: Sql): Sql
}

export type Index = { method: 'btree' | 'gin'; expression: Sql }

/** Gives the column of a field: `column('')`, `column('$currency')`. */
export type Columns = (suffix: Column['suffix']) => Sql

/**
 * Everything Kontor knows about one type of field. One file per type; `registry.ts` lists them.
 * Values are checked once at the border (`value`), kept in typed columns (`columns`, `write`),
 * and leave as JSON made by PostgreSQL (`read`).
 */
export type FieldType<Settings extends z.ZodRawShape = z.ZodRawShape> = {
  type: string
  /** Keys of a definition beyond the common ones. */
  settings: Settings
  /** `array` of the metadata: several values in one field. */
  isArray: boolean
  /** Extra attributes shown by the metadata routes. */
  data(field: Field<z.output<z.ZodObject<Settings>>>): Record<string, unknown>
  columns(field: Field<z.output<z.ZodObject<Settings>>>): Column[]
  /** Wire JSON in: checked, normalised, ready for `write`. `null` (cleared) is handled outside. */
  value(field: Field<z.output<z.ZodObject<Settings>>>): z.ZodType
  /** One parameter per column for a checked value. */
  write(value: unknown, field: Field<z.output<z.ZodObject<Settings>>>): unknown[]
  /** An SQL expression whose JSON is the wire format; null where never set. */
  read(columns: Columns, field: Field<z.output<z.ZodObject<Settings>>>): Sql
  /** The reply in OpenAPI and in tests. */
  output(field: Field<z.output<z.ZodObject<Settings>>>): z.ZodType
  /** What lists sort by; absent = cannot be sorted. */
  sortKey?(columns: Columns): Sql
  /** The `tf` condition of a list filter; throws `invalid` for a value of another shape. */
  tableFilter?(columns: Columns, value: unknown, field: Field): Sql
  /** The index behind `indexed`, and the one behind `searchable`. */
  index?(columns: Columns): Index
  searchIndex?(columns: Columns): Index
  /** A cell of an imported table. */
  cell(text: string, field: Field<z.output<z.ZodObject<Settings>>>): unknown
  /** From which other types the column may be converted under data. */
  /** Whether a unique index can hold its values. */
  canBeUnique?: boolean
  conversions?: Record<string, Conversion>
}

/** Keeps the settings' types while the registry holds all types together. */
export const fieldType = <Settings extends z.ZodRawShape>(type: FieldType<Settings>): FieldType =>
  type as unknown as FieldType
