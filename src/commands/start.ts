import cluster from 'node:cluster'
import { url as inspectorUrl } from 'node:inspector'
import type { App } from '../app.ts'
import { invalid } from '../lib/errors.ts'
import type { Config } from '../platform/config.ts'
import { type Log, makeLog } from '../platform/log.ts'
import { InterruptibleSleep } from '../platform/loops/sleep.ts'
import { Stalls } from '../platform/stalls/stalls.ts'
import { type Database, joinDatabase, openDatabase, visitDatabase } from './database.ts'
import { checkBeforeDatabase } from './preflight.ts'
import { say } from './say.ts'
import { WorkerLink } from './worker.ts'
import { connectionsFor, countWorkers, Workers } from './workers.ts'

export type WorkOptions = { withoutWebhooks?: boolean }
export type StartOptions = WorkOptions & {
  withParent?: boolean
  workers?: string
  asWorker?: boolean
}

/** `kontor start`: database, migrations, first administrator, server, jobs; runs until a signal. */
export async function start(config: Config, options: StartOptions = {}): Promise<void> {
  const { withParent = false, withoutWebhooks = false, workers = '1', asWorker = false } = options
  const count = countWorkers(workers, { hasDatabase: !config.DATABASE_URL })
  const log = makeLog(config.LOG_LEVEL ?? (process.stdout.isTTY ? 'warn' : 'info'))
  if (count > 1) return startWorkers(config, log, { ...options, count })
  const link = asWorker ? new WorkerLink() : undefined
  if (link) await link.greet()
  else await checkBeforeDatabase(config)
  const open = link ? joinDatabase : openDatabase
  const { database, serve } = await openAndLoad(open(config, 'kontor start'))
  const stalls = watchStalls(config, log)
  const stopping = Promise.race([
    link ? workerStops(stalls) : listenForStop(database, stalls),
    ...(withParent ? [parentEnds()] : []),
    ...(link ? [link.ending] : []),
  ])
  let app: App | undefined
  let reason = ''
  try {
    const { connection } = database
    app = await serve.build({ config, connection, log, stalls, ...(link && { workers: link }) })
    const address = await serve.open(app, config, { withoutWebhooks })
    stalls.markServing()
    if (!link || isFirstWorker()) {
      if (withoutWebhooks) say('Webhooks       nothing is sent: started with --without-webhooks')
      serve.greet(address, database)
      void serve.warnOfRefusals(app.platform, config)
    }
    link?.sayReady()
    reason = await stopping
    log.warn({ reason }, 'stopping')
  } finally {
    await stop({ app, database, config, log, isReplaced: reason === 'replaced' })
  }
  // The channel to the process of all workers keeps a worker alive.
  if (link) process.exit()
}

const isFirstWorker = () => cluster.worker?.id === 1

/** One process that owns the database and keeps the others alive, which serve. */
async function startWorkers(
  config: Config,
  log: Log,
  { count, withParent, withoutWebhooks }: StartOptions & { count: number },
): Promise<void> {
  await checkBeforeDatabase(config)
  const settings = { max_connections: String(connectionsFor(count)) }
  const database = await openDatabase(config, 'kontor start', settings)
  const args = ['start', '--as-worker', ...(withoutWebhooks ? ['--without-webhooks'] : [])]
  const crew = new Workers(log, { count, args })
  const stopping = Promise.race([listenForStop(database), ...(withParent ? [parentEnds()] : [])])
  // A terminal that is closed means: stop.
  const hangUp = new Promise<string>((resolve) => {
    process.on('SIGHUP', () => (process.stdout.isTTY ? resolve('SIGHUP') : crew.replaceAll()))
  })
  try {
    await Promise.race([crew.start(), stopping, hangUp])
    log.warn({ reason: await Promise.race([stopping, hangUp]) }, 'stopping')
  } finally {
    await crew.stop()
    await database.stop()
  }
}

/** `kontor work`: only the jobs, without HTTP. */
export async function work(config: Config, options: WorkOptions = {}): Promise<void> {
  if (config.KONTOR_WORKERS === 0)
    throw invalid('KONTOR_WORKERS is 0: set how many jobs to run at once')
  const log = makeLog(config.LOG_LEVEL ?? 'info')
  const { database, serve } = await openAndLoad(visitDatabase(config, 'kontor work'))
  const stalls = watchStalls(config, log)
  const stopping = listenForStop(database, stalls)
  let app: App | undefined
  try {
    app = await serve.build({ config, connection: database.connection, log, stalls })
    await app.startJobs(options)
    say(`Kontor works on jobs with ${config.KONTOR_WORKERS} workers`)
    log.warn({ reason: await stopping }, 'stopping')
  } finally {
    await stop({ app, database, config, log })
  }
}

/** The code of the server is loaded while the database starts. */
async function openAndLoad(opening: Promise<Database>) {
  const loading = import('./serve.ts')
  loading.catch(() => undefined)
  const database = await opening
  try {
    return { database, serve: await loading }
  } catch (error) {
    await database.stop()
    throw error
  }
}

/** Extra time for a stop, beyond running requests and jobs. */
const STOP_GRACE = 10
const GUARD_GRACE = 5

function watchStalls(config: Config, log: Log): Stalls {
  const stalls = new Stalls(log)
  // A debugger blocks the event loop on purpose.
  if (inspectorUrl() !== undefined) return stalls
  stalls.startGuard({
    limit: config.KONTOR_STALL_LIMIT,
    // The process ends by itself first, with an exit code, if its event loop still can.
    grace: config.KONTOR_DRAIN_TIMEOUT + STOP_GRACE + GUARD_GRACE,
    isSilent: log.level === 'silent',
  })
  return stalls
}

/** In milliseconds: a group is signalled, and whoever started this process passes the same signal on. */
const SAME_SIGNAL = 1000

/**
 * The first signal starts a clean stop; a second one, a moment later, ends the process immediately. While the
 * event loop is blocked, the guard lets signals end the process.
 */
function listenForStop(database: Database, stalls?: Stalls): Promise<string> {
  return new Promise((resolve) => {
    let stoppingSince: number | undefined
    const hear = (signal: string) => {
      if (stoppingSince !== undefined) {
        if (performance.now() - stoppingSince > SAME_SIGNAL) process.exit(130)
        return
      }
      stoppingSince = performance.now()
      stalls?.markStopping()
      resolve(signal)
    }
    const listen = () => {
      for (const signal of ['SIGINT', 'SIGTERM'] as const)
        process.off(signal, hear).on(signal, hear)
    }
    listen()
    stalls?.onEnd(listen)
    void database.exited.then((reason) => {
      process.exitCode = 1
      resolve(`the embedded PostgreSQL ended: ${reason}`)
    })
  })
}

/**
 * A terminal and a service manager signal all processes, and the parent of the workers signals them
 * again: for a worker a second signal is the same one.
 */
function workerStops(stalls: Stalls): Promise<string> {
  return new Promise((resolve) => {
    const ignore = () => undefined
    const hear = (signal: string) => {
      stalls.markStopping()
      resolve(signal)
    }
    const listen = () => {
      process.off('SIGTERM', hear).on('SIGTERM', hear)
      for (const signal of ['SIGINT', 'SIGHUP'] as const)
        process.off(signal, ignore).on(signal, ignore)
    }
    listen()
    stalls.onEnd(listen)
  })
}

/** npm does not forward signals: stop when the parent process ends. */
async function parentEnds(): Promise<string> {
  const parent = process.ppid
  const sleep = new InterruptibleSleep({ isBackground: true })
  while (process.ppid === parent) await sleep.wait(500)
  return 'the program that started it has ended'
}

type Running = {
  app: App | undefined
  database: Database
  config: Config
  log: Log
  isReplaced?: boolean
}

async function stop({ app, database, config, log, isReplaced }: Running): Promise<void> {
  const late = setTimeout(() => {
    log.error('requests or jobs are still running: stopping anyway')
    void database.stop().finally(() => process.exit(1))
  }, config.KONTOR_DRAIN_TIMEOUT * 1000)
  late.unref()
  // A killed database may never report that it has stopped, and a leaked timer would keep the process alive.
  const last = setTimeout(() => process.exit(1), (config.KONTOR_DRAIN_TIMEOUT + STOP_GRACE) * 1000)
  last.unref()
  try {
    await app?.stop({ isReplaced })
  } finally {
    clearTimeout(late)
    await database.stop()
  }
}
