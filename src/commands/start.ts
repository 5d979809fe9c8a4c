import { url as inspectorUrl } from 'node:inspector'
import { type App, buildApp } from '../app.ts'
import { reportsRefusal } from '../areas/reports/refusal.ts'
import { sealSecrets } from '../areas/system/secrets/seal.ts'
import type { Demo } from '../demo/load.ts'
import { isConsoleBuilt } from '../http/console.ts'
import { AppError, invalid } from '../lib/errors.ts'
import { SYSTEM } from '../platform/caller.ts'
import type { Config } from '../platform/config.ts'
import { type Platform, write } from '../platform/context.ts'
import { migrate } from '../platform/db/migrate.ts'
import { bucketRefusal } from '../platform/files/refusal.ts'
import { type Log, makeLog } from '../platform/log.ts'
import { InterruptibleSleep } from '../platform/loops/sleep.ts'
import { Stalls } from '../platform/stalls/stalls.ts'
import { bootstrap, type FirstSecrets } from './bootstrap.ts'
import { type Database, openDatabase, visitDatabase } from './database.ts'
import { bringBuiltIn, showDemo } from './own-solutions.ts'
import { checkBeforeDatabase } from './preflight.ts'
import { say } from './say.ts'

export type WorkOptions = { withoutWebhooks?: boolean }
export type StartOptions = WorkOptions & { withParent?: boolean }

/** `kontor start`: database, migrations, first administrator, server, jobs; runs until a signal. */
export async function start(config: Config, options: StartOptions = {}): Promise<void> {
  const { withParent = false, withoutWebhooks = false } = options
  const log = makeLog(config.LOG_LEVEL ?? (process.stdout.isTTY ? 'warn' : 'info'))
  await checkBeforeDatabase(config)
  const database = await openDatabase(config, 'kontor start')
  const stalls = watchStalls(config, log)
  const stopping = Promise.race([
    listenForStop(database, stalls),
    ...(withParent ? [parentEnds()] : []),
  ])
  let app: App | undefined
  try {
    await migrate(database.connection)
    app = await buildApp({ config, connection: database.connection, log, stalls })
    await sealAtStart(app.platform)
    const secrets = await bootstrap(app.platform, config)
    if (secrets) tellFirst(secrets)
    await bringBuiltIn(app.platform)
    const demo = await showDemo(app.platform, config, secrets !== undefined)
    if (demo) tellDemo(demo)
    const address = await listen(app, config)
    await app.startJobs({ withoutWebhooks })
    stalls.markServing()
    if (withoutWebhooks) say('Webhooks       nothing is sent: started with --without-webhooks')
    greet(address, database)
    void warnOfRefusals(app.platform, config)
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
  const database = await visitDatabase(config, 'kontor work')
  const stalls = watchStalls(config, log)
  const stopping = listenForStop(database, stalls)
  let app: App | undefined
  try {
    await migrate(database.connection)
    app = await buildApp({ config, connection: database.connection, log, stalls })
    await sealAtStart(app.platform)
    await app.startJobs(options)
    say(`Kontor works on jobs with ${config.KONTOR_WORKERS} workers`)
    log.warn({ reason: await stopping }, 'stopping')
  } finally {
    await stop({ app, database, config, log })
  }
}

/** Before the first request: secrets must be sealed with the key of all nodes. */
async function sealAtStart(platform: Platform): Promise<void> {
  const { log } = platform
  const count = await write(platform, { user: SYSTEM, requestId: 'start', log }, sealSecrets)
  // Not "info": the first lines of a first start are for the person who reads its login.
  if (count > 0) log.debug({ count }, 'secrets in the database were sealed')
}

/** What is not there yet may come later, so it neither fails nor delays the start. */
async function warnOfRefusals({ files, log }: Platform, config: Config): Promise<void> {
  const found = await Promise.all([reportsRefusal(config), bucketRefusal(config, files)])
  for (const refusal of found) if (refusal) log.warn(refusal)
}

const PORT_PROBLEMS: Record<string, string> = {
  EADDRINUSE: 'is taken by another program: set PORT or HOST to another one',
  EACCES: 'may not be used by this account: set PORT to 1024 or more',
  EADDRNOTAVAIL: 'is not on this machine: set HOST to an address of this machine or to 0.0.0.0',
}

async function listen(app: App, config: Config): Promise<string> {
  try {
    return await app.listen()
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === undefined || !(code in PORT_PROBLEMS)) throw error
    const { PORT, HOST } = config
    throw new AppError('unavailable', `port ${PORT} on ${HOST} ${PORT_PROBLEMS[code]}`, {
      cause: error,
    })
  }
}

/** Extra time for a stop, beyond running requests and jobs. */
const STOP_GRACE = 10

function watchStalls(config: Config, log: Log): Stalls {
  const stalls = new Stalls(log)
  // A debugger blocks the event loop on purpose.
  if (inspectorUrl() !== undefined) return stalls
  stalls.startGuard({
    limit: config.KONTOR_STALL_LIMIT,
    grace: config.KONTOR_DRAIN_TIMEOUT + STOP_GRACE,
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

/** Told as soon as it is stored: the rest of the start may fail, and no later start can show it. */
function tellFirst({ login, password, token }: FirstSecrets): void {
  say('The first administrator, shown only once:')
  say(`  login     ${login}`)
  if (password) say(`  password  ${password}`)
  if (token) say(`  token     ${token}`)
  say('')
}

/** Told as soon as it is stored, like the first administrator. */
function tellDemo({ solutions, items, signIn }: Demo): void {
  const login = signIn ? `: sign in as ${signIn.login} / ${signIn.password}` : ''
  say(`Demo           ${solutions} solutions, ${items} items${login}`)
}

/** The ready line is the last one, so that scripts can wait for it. */
function greet(address: string, database: Database): void {
  say(`Database       ${database.place}`)
  say(
    `Console        ${isConsoleBuilt() ? address : 'is not built: run "npm run build" to see why'}`,
  )
  say(`API reference  ${address}/docs`)
  say(`Kontor is ready at ${address}`)
}
