import { createHash } from 'node:crypto'
import type { Writable } from 'node:stream'
import type pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { type Connection, clientDb } from '../platform/db/db.ts'
import { databaseVersion } from '../platform/db/migrate.ts'
import { listExtensions, listSequences, queryOf } from './catalog.ts'
import { listOmitted, readDefinitions } from './definitions.ts'
import { type OnBody, writeFiles } from './files.ts'
import {
  COMPLETE,
  type Completion,
  FORMAT,
  MANIFEST,
  type Manifest,
  partName,
  type Table,
  type TableSum,
  titleOf,
} from './format.ts'
import { JOBS, SELECT_JOBS } from './jobs.ts'
import { amount, type Progress } from './progress.ts'
import { openSnapshot, type Snapshot } from './snapshot.ts'
import { ArchiveWriter } from './writer.ts'

export type BackupOptions = {
  connection: Connection
  bodies: Parameters<typeof writeFiles>[1]
  onBody?: OnBody
  /** Descriptions of what is not included in the archive. */
  omitted: readonly string[]
  target: Writable
  /** The release that writes the archive. */
  kontor: string
  progress: Progress
}

export type Written = { manifest: Manifest; completion: Completion }

/** Writes a consistent snapshot of the whole system. Rows are streamed: no table is held in memory. */
export async function writeBackup(options: BackupOptions): Promise<Written> {
  const snapshot = await openSnapshot(options.connection)
  try {
    return await writeSnapshot(snapshot, options)
  } finally {
    await snapshot.client.end()
  }
}

async function writeSnapshot(snapshot: Snapshot, options: BackupOptions): Promise<Written> {
  const { target, progress } = options
  const manifest = await describe(snapshot, options)
  const archive = new ArchiveWriter(target, new Date(manifest.time))
  await archive.add(MANIFEST, JSON.stringify(manifest))
  const tables: TableSum[] = []
  for (const table of manifest.tables) {
    tables.push(await writeTable(snapshot.client, archive, { table, progress }))
  }
  await snapshot.client.query('commit')
  const files = await writeFiles(archive, options.bodies, options)
  await archive.add(COMPLETE, JSON.stringify({ tables, files }))
  await archive.close()
  return { manifest, completion: { tables, files } }
}

async function describe(
  { client, tables }: Snapshot,
  { kontor, omitted }: BackupOptions,
): Promise<Manifest> {
  const { rows } = await client.query(
    `select current_setting('server_version') as postgres, now()::timestamptz as time`,
  )
  return {
    format: FORMAT,
    kontor,
    migration: await databaseVersion(clientDb(client)),
    postgres: rows[0].postgres,
    time: rows[0].time.toISOString(),
    tables: [...tables, JOBS],
    sequences: await listSequences(client),
    extensions: await listExtensions(client),
    definitions: await readDefinitions(client),
    omitted: [...(await listOmitted(client)), ...omitted],
  }
}

async function writeTable(
  client: pg.Client,
  archive: ArchiveWriter,
  { table, progress }: { table: Table; progress: Progress },
): Promise<TableSum> {
  const hash = createHash('sha256')
  let bytes = 0
  let part = 0
  const rows = client.query(copyTo(`copy ${sourceOf(table)} to stdout`))
  // The loop handles errors too; a lost connection emits another one after the loop has ended.
  rows.on('error', () => undefined)
  for await (const content of inParts(rows)) {
    hash.update(content)
    bytes += content.length
    await archive.add(partName(table, part++), content)
    progress.at(titleOf(table), bytes)
  }
  // The number of rows is known when the statement has completed.
  await client.query('select')
  progress.done(titleOf(table), amount(rows.rowCount, 'row'))
  const { schema, name } = table
  return { schema, name, rows: rows.rowCount, bytes, sha256: hash.digest('hex') }
}

const sourceOf = (table: Table): string => (table === JOBS ? `(${SELECT_JOBS})` : queryOf(table))

const PART = 1024 ** 2

async function* inParts(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let chunks: Buffer[] = []
  let size = 0
  for await (const chunk of source) {
    chunks.push(chunk)
    size += chunk.length
    if (size < PART) continue
    yield Buffer.concat(chunks, size)
    chunks = []
    size = 0
  }
  if (size > 0) yield Buffer.concat(chunks, size)
}
