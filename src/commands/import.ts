import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { Command } from 'commander'
import type { ImportStatus } from '../areas/apps/importing/operations.ts'
import { runImport } from '../areas/apps/importing/run.ts'
import { importStatus, startImport } from '../areas/apps/importing/service.ts'
import { receiveBody } from '../areas/disk/uploads.ts'
import type { AppAddress } from '../lib/app-path.ts'
import { AppError, invalid } from '../lib/errors.ts'
import { newId } from '../lib/ids.ts'
import type { Config } from '../platform/config.ts'
import { type Origin, type Platform, readContext, write } from '../platform/context.ts'
import { jobOn } from '../platform/jobs/runner.ts'
import { pause } from '../platform/loops/sleep.ts'
import { makeRowProgress } from './row-progress.ts'
import { type Answer, answer, complain } from './say.ts'
import { withPlatform } from './system.ts'

type Options = Answer & { events: boolean; handlers?: boolean }

export const importCommand = (config: () => Config) =>
  new Command('import')
    .description('load a CSV or XLSX file into an app, also while the server runs')
    .argument('<app>', 'workspace/app, such as crm/orders')
    .argument('<file>', 'its first row names the fields')
    .option('--handlers', 'start the processes bound to the creation of items')
    .option('--no-events', 'no event for each item: webhooks and histories do not see them')
    .option('--json', 'answer as JSON')
    .action((app: string, file: string, options: Options) =>
      importFile(config(), { app, file }, options),
    )

async function importFile(
  config: Config,
  { app, file }: { app: string; file: string },
  options: Options,
): Promise<void> {
  const [namespace = '', code, ...rest] = app.split('/')
  if (!code || rest.length > 0) throw invalid(`expected workspace/app, received "${app}"`)
  if (!(await stat(file)).isFile()) throw invalid(`${file} is not a file`)
  const place = { namespace, code }
  const status = await withPlatform(config, 'kontor import', (platform, origin) =>
    load(platform, origin, { place, file, options }),
  )
  for (const { row, column, message } of options.json ? [] : status.errors) {
    complain(row === 0 ? `kontor: ${message}` : `row ${row}, ${column ?? 'no column'}: ${message}`)
  }
  answer(options, status, () => [summary(status)])
  if (status.status !== 'complete' || status.failed > 0) process.exitCode = 1
}

type Task = { place: AppAddress; file: string; options: Options }

async function load(platform: Platform, origin: Origin, task: Task): Promise<ImportStatus> {
  const { place, file, options } = task
  const change = <T>(work: Parameters<typeof write<T>>[2]) => write(platform, origin, work)
  const hash = newId()
  const content = createReadStream(file)
  await receiveBody(readContext(platform, origin), {
    hash,
    range: undefined,
    write: change,
    receive: async () => ({ name: file, content, largest: Number.POSITIVE_INFINITY }),
  })
  const { events, handlers: withEventHandlers = false } = options
  const wanted = { fileHash: hash, withEventHandlers, events }
  const id = await change((ctx) => startImport(ctx, place, wanted))
  const look = () => importStatus(readContext(platform, origin), place, id)
  const progress = makeRowProgress(options.json ?? false)
  const running = runImport(jobOn(platform, platform.log), { id })
  try {
    return await follow(look, running, progress.at)
  } finally {
    progress.end()
  }
}

/** A worker of the running server may already have the job: then its progress is shown. */
async function follow(
  look: () => Promise<ImportStatus>,
  running: Promise<void>,
  show: (status: ImportStatus) => void,
): Promise<ImportStatus> {
  let failure: unknown
  running.catch((error: unknown) => {
    failure = error
  })
  for (;;) {
    const status = await look()
    show(status)
    if (status.status === 'complete' || status.status === 'failed') return status
    if (failure)
      throw new AppError('internal', 'the import was interrupted, the server will resume it', {
        cause: failure,
      })
    await pause(200)
  }
}

const summary = ({ status, created, updated, failed }: ImportStatus): string =>
  `${status}: ${created} created, ${updated} updated, ${failed} failed`
