import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { Command } from 'commander'
import { findKeyId } from '../areas/secrets/store.ts'
import { ArrivingObjects } from '../platform/backup/bucket.ts'
import { ArrivingFiles, type FilesTarget } from '../platform/backup/files.ts'
import { type Archive, openArchive, restore } from '../platform/backup/restore.ts'
import type { Config } from '../platform/config.ts'
import { type Connection, clientDb, connectClient } from '../platform/db/db.ts'
import { openFiles } from '../platform/files/files.ts'
import { openSecrets, wrongKey } from '../platform/secrets.ts'
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
  const completion = await load(config, archive, options)
  const { kontor, time, omitted } = archive.manifest
  for (const what of omitted) complain(`kontor: was not in the archive: ${what}`)
  const { tables, files } = completion
  const result = { kontor, time, tables: tables.length, rows: rowsOf(tables), files: files.count }
  answer(options, result, () => [`restored the state of ${time}: ${sizeOf(completion)}`])
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
    await tellMissingKey(config, connection, warn)
    return completion
  } finally {
    progress.end()
    await database.stop()
  }
}

/** What the archive holds of secrets is sealed: the key comes by another way. */
async function tellMissingKey(
  config: Config,
  connection: Connection,
  warn: (text: string) => void,
): Promise<void> {
  const client = await connectClient(connection)
  const keyId = await findKeyId(clientDb(client)).finally(() => client.end())
  if (keyId && !(await openSecrets(config)).knows(keyId)) warn(wrongKey(keyId).message)
}
