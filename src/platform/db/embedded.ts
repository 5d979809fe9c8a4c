import type { Client } from 'pg'
import { InterruptibleSleep, pause } from '../loops/sleep.ts'
import { ensureCluster, removeUnfinished, user } from './embedded/cluster.ts'
import { EmbeddedError, explain, explained } from './embedded/error.ts'
import { findHome, type Home, openHome, openSocketFolder, port } from './embedded/home.ts'
import { logTail } from './embedded/log.ts'
import { findPrograms } from './embedded/programs.ts'
import { readPostmaster, removeStale, settle, stopOrphan } from './embedded/running.ts'
import { type Server, startServer } from './embedded/server.ts'
import {
  connect,
  database,
  ensureDatabase,
  isRefusal,
  type Owner,
  ownerName,
  takeOwnership,
} from './embedded/session.ts'

export { EmbeddedError }

export type EmbeddedOptions = {
  folder: string
  /** 'kontor start', 'kontor backup': shown to a second owner. */
  purpose: string
  settings?: Record<string, string>
}

export type Embedded = {
  connection: { host: string; port: number; user: string; database: string }
  /** Attached to a running server that another process owns. */
  attached: boolean
  /** The owner stops the server and waits for its end; a guest leaves it running. */
  stop(): Promise<void>
  /** Resolves with the reason if the owner's server ends or is lost without `stop()`. */
  exited: Promise<string>
}

type Attempt = { home: Home; server: Server; socket: string; name: string }

const retryFor = 30_000
const interval = 20

/** Starts the server as its owner; a data folder has one owner at a time. */
export async function startEmbedded(options: EmbeddedOptions): Promise<Embedded> {
  return explained(options.folder, async () => {
    const home = await openHome(options.folder)
    const end = Date.now() + retryFor
    for (;;) {
      await clearTheWay(home)
      const attempt = await launch(home, options)
      const embedded = await own(attempt)
      if (embedded) return embedded
      const error = await startError(attempt)
      if (!isPassing(error) || Date.now() > end) throw error
      await pause(interval)
    }
  })
}

/** Attaches to the running server as a guest, if there is one with an owner. */
export async function attachEmbedded(options: EmbeddedOptions): Promise<Embedded | undefined> {
  const running = await explained(options.folder, async () => {
    const home = await findHome(options.folder)
    return home && settle(home)
  })
  if (running?.state !== 'owned') return undefined
  return {
    connection: { host: running.socket, port, user, database },
    attached: true,
    stop: async () => {},
    exited: new Promise(() => {}),
  }
}

/** An owner that was just killed may still seem alive, so this looks more than once. */
async function settleForGood(home: Home) {
  for (let look = 1; ; look++) {
    const running = await settle(home)
    if (running.state !== 'owned' || look === LOOKS) return running
    await pause(BETWEEN_LOOKS)
  }
}

const LOOKS = 10
const BETWEEN_LOOKS = 100

async function clearTheWay(home: Home) {
  const running = await settleForGood(home)
  if (running.state === 'owned') throw alreadyOwned(home, running.owner)
  if (running.state === 'orphan') await stopOrphan(home, running.pid)
  await removeStale(home)
}

async function launch(home: Home, options: EmbeddedOptions): Promise<Attempt> {
  const programs = await findPrograms(home)
  await ensureCluster(home, programs)
  const socket = await openSocketFolder(home, programs.account)
  const server = await startServer(home, programs, {
    hba_file: home.access,
    unix_socket_directories: `"${socket.replaceAll('"', '""')}"`,
    ...options.settings,
  })
  return { home, server, socket, name: ownerName(options.purpose) }
}

/** Undefined if the server ended before it was ready. */
async function own(attempt: Attempt): Promise<Embedded | undefined> {
  try {
    const client = await connectWhenReady(attempt)
    if (!client) return undefined
    await ensureDatabase(client)
    if (!(await takeOwnership(client))) throw new EmbeddedError('the data folder has another owner')
    await removeUnfinished(attempt.home)
    unref(client)
    attempt.server.release()
    const connection = { host: attempt.socket, port, user, database }
    return { connection, attached: false, ...watch(attempt, client) }
  } catch (error) {
    await attempt.server.stop()
    const said = await logTail(attempt.home, attempt.server.logStart)
    throw await explain(
      attempt.home.folder,
      'the embedded database could not be opened',
      said,
      error,
    )
  }
}

/** No timeout: recovery after a crash may take long, and a server that cannot start ends by itself. */
async function connectWhenReady({ home, server, socket, name }: Attempt) {
  while (server.isRunning()) {
    const postmaster = await readPostmaster(home)
    if (postmaster?.pid === server.pid) {
      const client = await connect(socket, name).catch((error: unknown) => {
        if (isRefusal(error)) throw error
      })
      if (client) return client
    }
    await Promise.race([pause(interval), server.ended])
  }
  return undefined
}

function watch({ home, server }: Attempt, client: Client) {
  let isSettled = false
  const stop = async () => {
    isSettled = true
    void client.end().catch(() => {})
    await server.stop()
  }
  const exited = new Promise<string>((resolve) => {
    const tell = async (what: string) => {
      // While the log is read for the first report, a second one must not replace it.
      if (isSettled) return
      isSettled = true
      const said = await logTail(home, server.logStart)
      resolve((await explain(home.folder, what, said)).message)
    }
    const place = `PostgreSQL on the data folder ${home.folder}`
    void server.ended.then((how) => tell(`${place} ended unexpectedly (${how})`))
    // Usually the server is ending too, and its own message is better: wait for it briefly.
    client.once('end', async () => {
      await Promise.race([server.ended, new InterruptibleSleep({ isBackground: true }).wait(2_000)])
      await tell(`the connection that holds ${place} was lost`)
    })
  })
  return { stop, exited }
}

async function startError({ home, server }: Attempt): Promise<EmbeddedError> {
  const what = `PostgreSQL could not start on the data folder ${home.folder} (${await server.ended})`
  return explain(home.folder, what, await logTail(home, server.logStart))
}

/** Temporary: another process was faster, or children of a killed server still run a query. */
function isPassing(error: EmbeddedError): boolean {
  return /lock file ".*" already exists|pre-existing shared memory block/.test(error.message)
}

function alreadyOwned(home: Home, owner: Owner) {
  return new EmbeddedError(
    `another Kontor ("${owner.purpose}", process ${owner.pid}) already uses the data folder ` +
      `${home.folder}: stop it, or set KONTOR_DATA to another folder`,
  )
}

/** In `pg` since version 7, but not in its types. */
function unref(client: Client) {
  ;(client as Client & { unref(): void }).unref()
}
