import { url as inspectorUrl } from 'node:inspector'
import type { App } from '../app.ts'
import { invalid } from '../lib/errors.ts'
import type { Config } from '../platform/config.ts'
import { type Log, makeLog } from '../platform/log.ts'
import { InterruptibleSleep } from '../platform/loops/sleep.ts'
import { Stalls } from '../platform/stalls/stalls.ts'
import { type Database, openDatabase, visitDatabase } from './database.ts'
import { checkBeforeDatabase } from './preflight.ts'
import { say } from './say.ts'

export type WorkOptions = { withoutWebhooks?: boolean }
export type StartOptions = WorkOptions & { withParent?: boolean }

/** `kontor start`: database, migrations, first administrator, server, jobs; runs until a signal. */
export async function start(config: Config, options: StartOptions = {}): Promise<void> {
  const { withParent = false, withoutWebhooks = false } = options
  const log = makeLog(config.LOG_LEVEL ?? (process.stdout.isTTY ? 'warn' : 'info'))
  await checkBeforeDatabase(config)
  const { database, serve } = await openAndLoad(openDatabase(config, 'kontor start'))
  const stalls = watchStalls(config, log)
  const stopping = Promise.race([
    listenForStop(database, stalls),
    ...(withParent ? [parentEnds()] : []),
  ])
  let app: App | undefined
  try {
    app = await serve.build({ config, connection: database.connection, log, stalls })
    const address = await serve.open(app, config, { withoutWebhooks })
    stalls.markServing()
    if (withoutWebhooks) say('Webhooks       nothing is sent: started with --without-webhooks')
    serve.greet(address, database)
    void serve.warnOfRefusals(app.platform, config)
    const reason = await stopping
    log.warn({ reason }, 'stopping')
  } finally {
    await stop({ app, database, config, log })
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

/**
 * The first signal starts a clean stop; a second one ends the process immediately. While the event loop is
 * blocked, the guard lets signals end the process.
 */
function listenForStop(database: Database, stalls: Stalls): Promise<string> {
  return new Promise((resolve) => {
    let isStopping = false
    const hear = (signal: string) => {
      if (isStopping) process.exit(130)
      isStopping = true
      stalls.markStopping()
      resolve(signal)
    }
    const listen = () => {
      for (const signal of ['SIGINT', 'SIGTERM'] as const)
        process.off(signal, hear).on(signal, hear)
    }
    listen()
    stalls.onEnd(listen)
    void database.exited.then((reason) => {
      process.exitCode = 1
      resolve(`the embedded PostgreSQL ended: ${reason}`)
    })
  })
}

/** npm does not forward signals: stop when the parent process ends. */
async function parentEnds(): Promise<string> {
  const parent = process.ppid
  const sleep = new InterruptibleSleep({ isBackground: true })
  while (process.ppid === parent) await sleep.wait(500)
  return 'the program that started it has ended'
}

type Running = { app: App | undefined; database: Database; config: Config; log: Log }

async function stop({ app, database, config, log }: Running): Promise<void> {
  const late = setTimeout(() => {
    log.error('requests or jobs are still running: stopping anyway')
    void database.stop().finally(() => process.exit(1))
  }, config.KONTOR_DRAIN_TIMEOUT * 1000)
  late.unref()
  // A killed database may never report that it has stopped, and a leaked timer would keep the process alive.
  const last = setTimeout(() => process.exit(1), (config.KONTOR_DRAIN_TIMEOUT + STOP_GRACE) * 1000)
  last.unref()
  try {
    await app?.stop()
  } finally {
    clearTimeout(late)
    await database.stop()
  }
}
