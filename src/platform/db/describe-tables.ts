import type { Db } from './db.ts'
import { sql } from './sql.ts'

type Column = {
  table_name: string
  column_name: string
  udt_name: string
  is_nullable: 'YES' | 'NO'
  has_default: boolean
  is_generated: boolean
}

const TYPES: Record<string, string> = {
  uuid: 'string',
  text: 'string',
  bpchar: 'string',
  date: 'string',
  bool: 'boolean',
  int2: 'number',
  int4: 'number',
  int8: 'number',
  float8: 'number',
  bytea: 'Buffer',
  timestamptz: 'Date',
  json: 'Json',
  jsonb: 'Json',
  xid8: 'string',
  _text: 'string[]',
  _uuid: 'string[]',
}

const HEAD = `// Generated from the migrated database by \`npm run generate\`. Do not edit.
import type { ColumnType, Generated } from 'kysely'

type Json = ColumnType<unknown, string, string>
`

/** The row types of the platform's tables, as the text of \`tables.ts\`. */
export async function describeTables(db: Db): Promise<string> {
  const rows = await db.all(sql<Column>`
    select table_name, column_name, udt_name, is_nullable,
      column_default is not null or is_identity = 'YES' as has_default,
      is_generated = 'ALWAYS' or identity_generation = 'ALWAYS' as is_generated
    from information_schema.columns
    where table_schema = 'kontor'
    order by table_name, ordinal_position`)
  const tables = Map.groupBy(rows, (row) => row.table_name)
  const types = [...tables].map(
    ([table, columns]) => `  'kontor.${table}': {\n${columns.map(line).join('\n')}\n  }`,
  )
  return `${HEAD}\nexport type Tables = {\n${types.join('\n')}\n}\n`
}

function line(column: Column): string {
  const known = TYPES[column.udt_name]
  if (!known) throw new Error(`no type for ${column.table_name}.${column.column_name}`)
  const type = column.is_nullable === 'YES' ? `${known} | null` : known
  if (column.is_generated) return `    ${column.column_name}: ColumnType<${type}, never, never>`
  return `    ${column.column_name}: ${column.has_default ? generated(type) : type}`
}

/** JSON is written as text already, so what may be left out is said in one type. */
const generated = (type: string): string =>
  type === 'Json' ? 'ColumnType<unknown, string | undefined, string>' : `Generated<${type}>`
