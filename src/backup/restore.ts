import type { Readable } from 'node:stream'
import type pg from 'pg'
import { conflict } from '../lib/errors.ts'
import { type Connection, connectClient } from '../platform/db/db.ts'
import { lockNumber } from '../platform/db/locks.ts'
import { latestVersion, migrate, rebuildSchema } from '../platform/db/migrate.ts'
import type { FilesTarget } from './files.ts'
import {
  COMPLETE,
  type Completion,
  FILES,
  MANIFEST,
  type Manifest,
  parseCompletion,
  parseManifest,
  TABLES,
} from './format.ts'
import { Loader } from './loader.ts'
import type { Progress } from './progress.ts'
import { ArchiveReader, damaged, type Entry } from './reader.ts'
import { PLAIN_TEXT, setSearchPath } from './session.ts'
import { finishTables, prepareTables } from './target.ts'

export type Archive = { manifest: Manifest; reader: ArchiveReader }

/** Reads only the manifest. */
export async function openArchive(source: Readable): Promise<Archive> {
  const reader = new ArchiveReader(source)
  const first = await reader.next()
  if (first?.name !== MANIFEST) throw damaged(`at its beginning: it has no ${MANIFEST}`)
  const manifest = parseManifest(await textOf(first))
  const latest = await latestVersion()
  if (manifest.migration <= latest) return { manifest, reader }
  throw conflict(
    `the archive was written by Kontor ${manifest.kontor} at migration ${manifest.migration}, ` +
      `this release knows ${latest}: restore it with the newer release`,
  )
}

export type RestoreOptions = {
  connection: Connection
  files: FilesTarget
  progress: Progress
  warn(text: string): void
}

/**
 * One transaction recreates the schema as of the archive's migration, loads the data and runs the later
 * migrations. Until the commit nothing has changed.
 */
export async function restore(archive: Archive, options: RestoreOptions): Promise<Completion> {
  await migrate(options.connection, options)
  const client = await connectClient(options.connection)
  try {
    await client.query(`${PLAIN_TEXT}; set application_name = 'kontor restore'; begin`)
    await refuseUsed(client)
    const completion = await fillAll(client, archive, options)
    await client.query('commit')
    await migrate(options.connection, options)
    return completion
  } finally {
    await client.end()
  }
}

/** Called with exclusive access to the system. */
async function fillAll(client: pg.Client, archive: Archive, options: RestoreOptions) {
  const { files } = options
  try {
    await files.clear()
    const completion = await fill(client, archive, options)
    await files.moveIntoPlace()
    return completion
  } catch (error) {
    await files.undo()
    throw error
  }
}

/** A server that starts meanwhile waits for this lock before it creates its first administrator. */
async function refuseUsed(client: pg.Client): Promise<void> {
  await client.query('select pg_advisory_xact_lock($1)', [lockNumber('bootstrap')])
  const { rows } = await client.query(`
    select exists (select from kontor.users) as users,
      exists (select from pg_namespace where nspname like 'ws\\_%') as workspaces`)
  const { users, workspaces } = rows[0]
  if (!users && !workspaces) return
  throw conflict(
    `this system already has ${users ? 'users' : 'workspaces'}: a backup is restored into an empty ` +
      'system, set KONTOR_DATA to a new folder or DATABASE_URL to a new database',
  )
}

async function fill(
  client: pg.Client,
  archive: Archive,
  target: RestoreOptions,
): Promise<Completion> {
  const { manifest } = archive
  await rebuildSchema(client, manifest.migration)
  await setSearchPath(client)
  const prepared = await prepareTables(client, manifest, target.warn)
  const completion = await readAll(client, archive, target)
  target.progress.at('indexes and constraints', 0)
  await finishTables(client, manifest, prepared)
  return completion
}

async function readAll(
  client: pg.Client,
  archive: Archive,
  target: RestoreOptions,
): Promise<Completion> {
  const loader = new Loader(client, archive.manifest.tables, target.progress)
  let completion: Completion | undefined
  for (let entry = await archive.reader.next(); entry; entry = await archive.reader.next()) {
    if (entry.name.startsWith(TABLES)) await loader.add(entry)
    else if (entry.name.startsWith(FILES)) await target.files.add(entry.name, entry.content)
    else if (entry.name === COMPLETE) completion = parseCompletion(await textOf(entry))
    else throw damaged(`in ${JSON.stringify(entry.name)}: no archive has such a part`)
  }
  await loader.close()
  if (!completion) throw damaged(`at its end: it has no ${COMPLETE}`)
  compare(completion, loader, target.files)
  return completion
}

/** Compares counts and checksums with those written. */
function compare(written: Completion, loader: Loader, files: FilesTarget): void {
  for (const table of written.tables) loader.compare(table)
  const { count, bytes, sha256 } = files.counter.sum()
  if (count === written.files.count && sha256 === written.files.sha256) return
  const { files: wanted } = written
  throw damaged(
    `in ${FILES}: ${wanted.count} files with ${wanted.bytes} bytes were written, ` +
      `${count} with ${bytes} bytes were read${count === wanted.count ? ', with other content' : ''}`,
  )
}

/** The tables and the SQL of workspaces, however many there are. */
const LARGEST_TEXT = 128 * 1024 ** 2

async function textOf({ name, content }: Entry): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of content) {
    size += chunk.length
    if (size > LARGEST_TEXT) throw damaged(`in ${name}: it has more than ${LARGEST_TEXT} bytes`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString()
}
