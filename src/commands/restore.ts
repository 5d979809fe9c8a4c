import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { Command } from 'commander'
import { findUnopened } from '../areas/system/secrets/keys.ts'
import { ArrivingObjects } from '../backup/bucket.ts'
import { ArrivingFiles, type FilesTarget } from '../backup/files.ts'
import { type Archive, openArchive, restore } from '../backup/restore.ts'
import type { Config } from '../platform/config.ts'
import { type Connection, clientDb, connectClient } from '../platform/db/db.ts'
import { openFiles } from '../platform/files/files.ts'
import { howToGetKey } from '../platform/secrets.ts'
import { openDatabase } from './database.ts'
import { makeProgress, rowsOf, sizeOf } from './progress.ts'
import { type Answer, answer, complain } from './say.ts'

export const restoreCommand = (config: () => Config) =>
  new Command('restore')
    .description('fill an empty system from an archive')
    .argument('<file>', 'archive that "kontor backup" wrote; - is standard input')
    .option('--json', 'answer as JSON')
    .action((file: string, options: Answer) => restoreFrom(config(), file, options))

async function restoreFrom(config: Config, file: string, options: Answer): Promise<void> {
  const source = file === '-' ? process.stdin : createReadStream(file)
  const archive = await openArchive(source)
  const { completion, todo } = await load(config, archive, options)
  const { kontor, time, omitted } = archive.manifest
  for (const what of omitted) complain(`kontor: was not in the archive: ${what}`)
  const { tables, files } = completion
  const result = { kontor, time, tables: tables.length, rows: rowsOf(tables), files: files.count }
  answer(options, result, () => [`restored the state of ${time}: ${sizeOf(completion)}`])
  for (const line of todo) complain(line)
}

const targetOf = async (config: Config): Promise<FilesTarget> =>
  config.KONTOR_FILES === 's3'
    ? new ArrivingObjects(await openFiles(config))
    : new ArrivingFiles(join(config.KONTOR_DATA, 'files'))

async function load(config: Config, archive: Archive, options: Answer) {
  const progress = makeProgress(options.json ?? false)
  const warn = (text: string) => complain(`kontor: ${text}`)
  const files = await targetOf(config)
  await files.refuseUsed()
  const database = await openDatabase(config, 'kontor restore')
  try {
    const { connection } = database
    const completion = await restore(archive, { connection, files, progress, warn })
    return { completion, todo: await keyToBring(config, connection) }
  } finally {
    progress.end()
    await database.stop()
  }
}

/** Secrets in the archive are sealed, and the key is not part of it. */
async function keyToBring(config: Config, connection: Connection): Promise<string[]> {
  const client = await connectClient(connection)
  const unopened = await findUnopened(clientDb(client), config).finally(() => client.end())
  if (!unopened) return []
  const { keyId, names } = unopened
  const [getIt, orElse] = howToGetKey(keyId)
  return [
    'Everything is restored. One thing is left to do before "kontor start":',
    `- the archive does not contain the key ${keyId}, which opens ${names.join(', ')}`,
    `- ${getIt} (here ${config.KONTOR_DATA})`,
    `- ${orElse}: links to files that were given out stop working, and each webhook waits until its receiver has a new secret (console: Administration, Webhooks)`,
  ]
}
