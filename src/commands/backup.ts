import { rmSync } from 'node:fs'
import { open, readdir, realpath, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import type { Writable } from 'node:stream'
import { Command } from 'commander'
import { BodyAudit } from '../areas/disk/audit.ts'
import { describeFaulty, inWords as inFileWords, noteFault } from '../areas/disk/faults.ts'
import { noteBackup, noteFailure } from '../areas/system/backups/service.ts'
import { type Written, writeBackup } from '../backup/backup.ts'
import { bodiesIn, bodiesOf } from '../backup/files.ts'
import { invalid } from '../lib/errors.ts'
import type { Config } from '../platform/config.ts'
import { connectPool, poolDb } from '../platform/db/db.ts'
import { syncFolder } from '../platform/files/disk.ts'
import { openFiles } from '../platform/files/files.ts'
import { VERSION } from '../platform/version.ts'
import { withDatabase } from './database.ts'
import { inUnits, makeProgress, rowsOf, sizeOf } from './progress.ts'
import { type Answer, answer, complain } from './say.ts'
import { changeAsSystem } from './system.ts'
import { inWords } from './trouble.ts'

type Options = Answer & { files?: boolean }

const COMMAND = 'kontor backup'

export const backupCommand = (config: () => Config) =>
  new Command('backup')
    .description('write the whole system into one archive, also while the server runs')
    .argument('<file>', 'archive to write, such as kontor.tar.zst; - is standard output')
    .option('--files', 'include file bodies that are stored in a bucket')
    .option('--json', 'answer as JSON')
    .action((file: string, options: Options) => backup(config(), file, options))

async function backup(config: Config, file: string, options: Options): Promise<void> {
  if (file === '-') {
    if (options.json) throw invalid('--json cannot be combined with an archive on standard output')
    if (process.stdout.isTTY)
      throw invalid('an archive cannot be written to a terminal: name a file')
  }
  try {
    await (file === '-' ? toOutput(config, options) : toNamed(config, file, options))
  } catch (error) {
    // Where the database cannot be reached, the error says so.
    await changeAsSystem(config, COMMAND, (ctx) => noteFailure(ctx, inWords(error))).catch(
      () => undefined,
    )
    throw error
  }
}

async function toOutput(config: Config, options: Options): Promise<void> {
  const { manifest, faulty } = await write(config, process.stdout, options)
  await note(config, { takenAt: new Date(manifest.time), bytes: null }, faulty)
  complainOf(faulty)
}

async function toNamed(config: Config, file: string, options: Options): Promise<void> {
  const { manifest, completion, faulty } = await toFile(await placeOf(file), (target) =>
    write(config, target, options),
  )
  const { size } = await stat(file)
  await note(config, { takenAt: new Date(manifest.time), bytes: size }, faulty)
  const { tables, files } = completion
  const rows = rowsOf(tables)
  const result = { file, bytes: size, time: manifest.time, tables: tables.length, rows }
  answer(options, { ...result, files: files.count, omitted: manifest.omitted, faulty }, () => [
    `wrote ${file}: ${inUnits(size)}, ${sizeOf(completion)}`,
  ])
  complainOf(faulty)
}

type Faulty = Awaited<ReturnType<typeof describeFaulty>>

/** The archive is complete, but cannot give back what was not there any more. */
function complainOf(faulty: Faulty): void {
  if (faulty.length === 0) return
  for (const each of faulty) complain(`kontor: the file body ${inFileWords(each)}`)
  complain(`kontor: ${troubleOf(faulty)}: restore them from an older backup, and keep that one`)
  process.exitCode = 1
}

const troubleOf = ({ length }: Faulty): string =>
  `the archive is written, but ${length} file ${length === 1 ? 'body is' : 'bodies are'} not what was stored`

/** A database of another release is saved as well, but has no place to note it. */
async function note(
  config: Config,
  backup: Parameters<typeof noteBackup>[1],
  faulty: Faulty,
): Promise<void> {
  try {
    await changeAsSystem(config, COMMAND, async (ctx) => {
      await noteBackup(ctx, backup)
      for (const { object, fault } of faulty) await noteFault(ctx, { object, fault, by: 'backup' })
      if (faulty.length > 0) await noteFailure(ctx, troubleOf(faulty))
    })
  } catch (error) {
    complain(
      `kontor: the backup is complete, but the system does not know of it: ${inWords(error)}`,
    )
  }
}

function write(
  config: Config,
  target: Writable,
  options: Options,
): Promise<Written & { faulty: Faulty }> {
  const progress = makeProgress(options.json ?? false)
  return withDatabase(config, COMMAND, async ({ connection }) => {
    const { hasFiles, ...source } = await filesOf(config, options)
    const pool = connectPool(connection, 1)
    const db = poolDb(pool)
    const audit = new BodyAudit(db)
    const onBody = audit.add.bind(audit)
    try {
      const to = { target, kontor: VERSION, progress, onBody }
      const written = await writeBackup({ connection, ...source, ...to })
      progress.end()
      for (const what of written.manifest.omitted) complain(`kontor: not in the archive: ${what}`)
      const faulty = hasFiles ? await audit.finish(await openFiles(config)) : []
      return { ...written, faulty: await describeFaulty(db, faulty) }
    } finally {
      progress.end()
      await pool.end()
    }
  })
}

/** A bucket may be too large for one file, and often has its own backup. */
async function filesOf(config: Config, { files }: Options) {
  if (config.KONTOR_FILES === 'local') {
    return { bodies: bodiesIn(join(config.KONTOR_DATA, 'files')), omitted: [], hasFiles: true }
  }
  if (files) return { bodies: bodiesOf(await openFiles(config)), omitted: [], hasFiles: true }
  const bucket = config.KONTOR_S3_BUCKET
  const told = `file bodies, which are stored in the bucket ${bucket}: include them with --files, or copy the bucket`
  return { bodies: none(), omitted: [told], hasFiles: false }
}

async function* none() {}

/** Links are followed; devices and other special files must not be replaced. */
async function placeOf(file: string): Promise<string> {
  const found = await stat(file).catch(() => undefined)
  if (!found) return resolve(file)
  if (!found.isFile()) throw invalid(`cannot write ${file}: it exists and is not a regular file`)
  return realpath(file)
}

const UNFINISHED = '.kontor-part'

/** What backups left in the folder that were killed: their process is gone, or has become this one. */
async function removeUnfinished(folder: string): Promise<void> {
  const names = await readdir(folder).catch(() => [])
  for (const name of names.filter((each) => each.endsWith(UNFINISHED))) {
    const pid = Number(/\.(\d+)\.[^.]+$/.exec(name)?.[1])
    if (pid !== process.pid && isRunning(pid)) continue
    await rm(join(folder, name), { force: true })
    complain(`kontor: removed ${join(folder, name)}, which an interrupted backup has left`)
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** Renamed when everything is on disk: a file with this name is always complete. */
async function toFile<T>(path: string, work: (target: Writable) => Promise<T>): Promise<T> {
  const folder = dirname(path)
  await removeUnfinished(folder)
  const unfinished = join(folder, `.${basename(path)}.${process.pid}${UNFINISHED}`)
  const forget = removeWhenInterrupted(unfinished)
  try {
    const file = await open(unfinished, 'wx', 0o600).catch((error: NodeJS.ErrnoException) => {
      throw invalid(`cannot write ${path}: ${error.message.replace(/, open .*$/, '')}`)
    })
    const result = await work(file.createWriteStream({ flush: true }))
    await rename(unfinished, path)
    await syncFolder(folder)
    return result
  } catch (error) {
    await rm(unfinished, { force: true })
    throw error
  } finally {
    forget()
  }
}

function removeWhenInterrupted(path: string): () => void {
  const stop = () => {
    rmSync(path, { force: true })
    process.exit(130)
  }
  process.once('SIGINT', stop).once('SIGTERM', stop)
  return () => process.off('SIGINT', stop).off('SIGTERM', stop)
}
