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

/** The columns of the platform's tables, as the text of `tables.json`. */
export async function describeTables(db: Db): Promise<string> {
  const rows = await db.all(sql<Column>`
    select table_name, column_name, udt_name, is_nullable,
      column_default is not null or is_identity = 'YES' as has_default,
      is_generated = 'ALWAYS' or identity_generation = 'ALWAYS' as is_generated
    from information_schema.columns
    where table_schema = 'kontor' and table_name !~ '^events_\\d+$'
    order by table_name, ordinal_position`)
  const columns = rows.map((row) => [`kontor.${row.table_name}.${row.column_name}`, typeOf(row)])
  return `${JSON.stringify(Object.fromEntries(columns), null, 2)}\n`
}

/** Such as `text not null default`. */
const typeOf = ({ udt_name, is_nullable, has_default, is_generated }: Column): string =>
  [
    udt_name,
    ...(is_nullable === 'NO' ? ['not null'] : []),
    ...(is_generated ? ['generated'] : has_default ? ['default'] : []),
  ].join(' ')
