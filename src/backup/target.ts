import type pg from 'pg'
import { ROOM } from '../platform/event-log/partitions.ts'
import { identifier, listTables, quoted } from './catalog.ts'
import { type Manifest, type Named, type Sequence, titleOf } from './format.ts'
import { insertLanded, openLanding } from './jobs.ts'

type Prepared = { tables: Named[]; foreignKeys: ForeignKey[] }
type ForeignKey = { table: string; name: string; definition: string }

/**
 * Prepares the tables for loading: removes the rows of migrations and disables triggers. Foreign keys are
 * dropped temporarily, so that the order of tables does not matter.
 */
export async function prepareTables(
  client: pg.Client,
  manifest: Manifest,
  warn: (text: string) => void,
): Promise<Prepared> {
  await addUnknown(client, manifest, warn)
  const tables = await listTables(client)
  const foreignKeys = await listForeignKeys(client)
  for (const { table, name } of foreignKeys) {
    await client.query(`alter table ${table} drop constraint ${name}`)
  }
  for (const table of tables) await setTriggers(client, table, 'disable')
  await client.query(`truncate ${tables.map(quoted).join(', ')}`)
  await makePartitions(client, manifest)
  await openLanding(client)
  for (const extension of manifest.extensions) await addExtension(client, extension, warn)
  for (const text of manifest.definitions.before) await client.query(text)
  return { tables, foreignKeys }
}

export async function finishTables(
  client: pg.Client,
  manifest: Manifest,
  { tables, foreignKeys }: Prepared,
): Promise<void> {
  for (const { table, name, definition } of foreignKeys) {
    await client.query(`alter table ${table} add constraint ${name} ${definition}`)
  }
  for (const table of tables) await setTriggers(client, table, 'enable')
  for (const text of manifest.definitions.after) await client.query(text)
  for (const sequence of manifest.sequences) await setSequence(client, sequence)
  await insertLanded(client)
}

/** Columns added to Kontor's tables by hand: only their values are restored. */
async function addUnknown(client: pg.Client, manifest: Manifest, warn: (text: string) => void) {
  const known = new Map((await listTables(client)).map((table) => [titleOf(table), table]))
  for (const table of manifest.tables.filter(({ schema }) => schema === 'kontor')) {
    const found = known.get(titleOf(table))
    if (!found) await client.query(`create table ${quoted(table)} ()`)
    const present = new Set(found?.columns.map(({ name }) => name))
    for (const { name, type } of table.columns.filter((column) => !present.has(column.name))) {
      warn(`${titleOf(table)}.${name} is not part of this release: only its values are restored`)
      await client.query(`alter table ${quoted(table)} add column ${identifier(name)} ${type}`)
    }
  }
}

/** For every position that the log of the archive has taken. */
async function makePartitions(client: pg.Client, { sequences }: Manifest): Promise<void> {
  const taken = sequences.find(({ name }) => name === 'events_position_seq')?.value ?? 0
  const { rows } = await client.query(
    `select to_regproc('kontor.extend_events') is not null as "hasPartitions"`,
  )
  if (rows[0].hasPartitions)
    await client.query('select kontor.extend_events($1, $2)', [ROOM, taken])
}

const SELECT_FOREIGN_KEYS = `
  select format('%I.%I', n.nspname, c.relname) as table, format('%I', k.conname) as name,
    pg_get_constraintdef(k.oid) as definition
  from pg_constraint k
  join pg_class c on c.oid = k.conrelid
  join pg_namespace n on n.oid = c.relnamespace
  where k.contype = 'f' and k.conparentid = 0 and n.nspname = 'kontor'
  order by 1, 2`

const listForeignKeys = async (client: pg.Client): Promise<ForeignKey[]> =>
  (await client.query<ForeignKey>(SELECT_FOREIGN_KEYS)).rows

const setTriggers = (client: pg.Client, table: Named, state: 'enable' | 'disable') =>
  client.query(`alter table ${quoted(table)} ${state} trigger user`)

/** A missing extension matters only if something uses it, which then fails with its own error. */
async function addExtension(client: pg.Client, name: string, warn: (text: string) => void) {
  await client.query('savepoint extension')
  try {
    await client.query(`create extension if not exists ${identifier(name)}`)
  } catch (error) {
    await client.query('rollback to savepoint extension')
    warn(`the extension ${name} cannot be added here: ${(error as Error).message}`)
  }
  await client.query('release savepoint extension')
}

const setSequence = (client: pg.Client, sequence: Sequence) =>
  client.query('select setval($1::regclass, $2::bigint, $3)', [
    quoted(sequence),
    sequence.value,
    sequence.isCalled,
  ])
