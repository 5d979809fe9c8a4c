import type pg from 'pg'
import type { Named, Sequence, Table } from './format.ts'

/** Kontor's own tables and those of every workspace. */
const OURS = `(n.nspname = 'kontor' or n.nspname like 'ws\\_%')`

/** What the search reads again from everything else. */
const DERIVED = `('search_entries', 'search_words', 'search_kinds')`

/** Without generated columns, and without the partitions of the event log: it is copied as a whole. */
const SELECT_TABLES = `
  select n.nspname as schema, c.relname as name, (
    select coalesce(json_agg(
      json_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod))
      order by a.attnum), '[]')
    from pg_attribute a
    where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
  ) as columns
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where c.relkind in ('r', 'p') and not c.relispartition and ${OURS}
    and not (n.nspname = 'kontor' and c.relname ~ '^events_\\d+$')
    and not (n.nspname = 'kontor' and c.relname in ${DERIVED})
  order by 1, 2`

export const listTables = async (client: pg.Client): Promise<Table[]> =>
  (await client.query<Table>(SELECT_TABLES)).rows

const SELECT_SEQUENCES = `
  select n.nspname as schema, c.relname as name
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where c.relkind = 'S' and ${OURS}
  order by 1, 2`

/**
 * Sequences are not part of snapshots. Read after the snapshot was taken, a value is at least as high as
 * every number in it.
 */
export async function listSequences(client: pg.Client): Promise<Sequence[]> {
  const { rows } = await client.query<Named>(SELECT_SEQUENCES)
  const sequences: Sequence[] = []
  for (const row of rows) {
    const { rows: values } = await client.query(
      `select last_value::text as value, is_called as "isCalled" from ${quoted(row)}`,
    )
    sequences.push({ ...row, ...values[0] })
  }
  return sequences
}

export async function listExtensions(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select extname as name from pg_extension where extname <> 'plpgsql' order by oid`,
  )
  return rows.map(({ name }) => name)
}

export const quoted = ({ schema, name }: Named): string =>
  `${identifier(schema)}.${identifier(name)}`

export const identifier = (name: string): string => `"${name.replaceAll('"', '""')}"`

/** A table with the columns to copy, in the syntax of COPY. */
export function withColumns(table: Table, name = quoted(table)): string {
  const columns = columnsOf(table)
  return columns === '' ? name : `${name} (${columns})`
}

/** All its rows: COPY takes those of partitions only from a query. */
export const queryOf = (table: Table): string =>
  `(select ${columnsOf(table)} from ${quoted(table)})`

const columnsOf = ({ columns }: Table): string =>
  columns.map(({ name }) => identifier(name)).join(', ')
