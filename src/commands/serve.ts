import { type App, type AppOptions, buildApp } from '../app.ts'
import { applyProvidersFile, readProvidersFile } from '../areas/people/providers/file.ts'
import { reportsRefusal } from '../areas/reports/refusal.ts'
import { sealSecrets } from '../areas/system/secrets/seal.ts'
import type { Demo } from '../demo/load.ts'
import { isConsoleBuilt } from '../http/console.ts'
import { AppError } from '../lib/errors.ts'
import { SYSTEM } from '../platform/caller.ts'
import type { Config } from '../platform/config.ts'
import { type Platform, write } from '../platform/context.ts'
import { migrate } from '../platform/db/migrate.ts'
import { checkBucket } from '../platform/files/bucket-check.ts'
import { bootstrap, type FirstSecrets } from './bootstrap.ts'
import type { Database } from './database.ts'
import { bringBuiltIn, showDemo } from './own-solutions.ts'
import { say } from './say.ts'
import type { WorkOptions } from './start.ts'

/** The part of a start that needs the database. */

export async function build(options: AppOptions): Promise<App> {
  await migrate(options.connection, { warn: (text) => options.log.warn(text) })
  const app = await buildApp(options)
  try {
    await sealAtStart(app.platform)
    await readProviders(app.platform)
    return app
  } catch (error) {
    await app.stop()
    throw error
  }
}

/** Brings what the server itself needs, then listens and works. Returns the address. */
export async function open(app: App, config: Config, options: WorkOptions): Promise<string> {
  const { platform } = app
  const secrets = await bootstrap(platform, config)
  if (secrets) tellFirst(secrets)
  await bringBuiltIn(platform)
  const demo = await showDemo(platform, config, secrets !== undefined)
  if (demo) tellDemo(demo)
  const address = await listen(app, config)
  await app.startJobs(options)
  return address
}

/** Before the first request: secrets must be sealed with the key of all nodes. */
async function sealAtStart(platform: Platform): Promise<void> {
  const { log } = platform
  const count = await write(platform, { user: SYSTEM, requestId: 'start', log }, sealSecrets)
  // Not "info": the first lines of a first start are for the person who reads its login.
  if (count > 0) log.debug({ count }, 'secrets in the database were sealed')
}

async function readProviders(platform: Platform): Promise<void> {
  const { config, log } = platform
  if (config.KONTOR_PROVIDERS === undefined) return
  const file = await readProvidersFile(config.KONTOR_PROVIDERS)
  const origin = { user: SYSTEM, requestId: 'start', log }
  await write(platform, origin, (ctx) => applyProvidersFile(ctx, file))
}

/** What is not there yet may come later, so it neither fails nor delays the start. */
export async function warnOfRefusals({ files, log }: Platform, config: Config): Promise<void> {
  const found = await Promise.all([reportsRefusal(config), checkBucket(config, files)])
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
export function greet(address: string, database: Database): void {
  say(`Database       ${database.place}`)
  say(
    `Console        ${isConsoleBuilt() ? address : 'is not built: run "npm run build" to see why'}`,
  )
  say(`API reference  ${address}/docs`)
  say(`Kontor is ready at ${address}`)
}
