import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pause } from '../../loops/sleep.ts'
import { run } from './account.ts'
import { codeOf, EmbeddedError } from './error.ts'
import { type Home, insideSocketFolder, isShort, port } from './home.ts'
import { connect, findOwner, type Owner } from './session.ts'

/** The server that holds, or held, the cluster. */
export type Postmaster = { pid: number; socket: string }

export type Running =
  | { state: 'none' }
  | { state: 'busy'; reason: string }
  | { state: 'owned'; owner: Owner; socket: string }
  | { state: 'orphan'; pid: number }

const timeout = 30_000
/** After this time without an owner, the Kontor of a server is considered dead. */
const orphanAfter = 5_000
const interval = 50

/** Waits while a server is starting or stopping, as it does right after a crash. */
export async function settle(home: Home): Promise<Exclude<Running, { state: 'busy' }>> {
  const start = Date.now()
  let orphanSince: number | undefined
  for (;;) {
    const running = await look(home)
    if (running.state === 'none' || running.state === 'owned') return running
    if (running.state === 'orphan') {
      orphanSince ??= Date.now()
      if (Date.now() - orphanSince > orphanAfter) return running
    }
    if (running.state === 'busy' && Date.now() - start > timeout) throw busy(home, running.reason)
    await pause(interval)
  }
}

export async function readPostmaster(home: Home): Promise<Postmaster | undefined> {
  const text = await readPidFile(home)
  const [pid, , , , socket] = text.split('\n')
  if (!Number(pid)) return undefined
  // The process that wrote the file may have the folder mounted elsewhere.
  const inside = insideSocketFolder(home)
  return { pid: Number(pid), socket: isShort(inside) ? inside : (socket ?? '') }
}

/**
 * After a kill or a power cut the files of the dead server remain, and their process id may belong to
 * another process by now, in a container nearly always. PostgreSQL would take that process for a server.
 */
export async function removeStale(home: Home) {
  const stale = await readPostmaster(home)
  if (!stale || (await isPostmaster(stale.pid, home))) return
  await rm(join(home.cluster, 'postmaster.pid'), { force: true })
  if (stale.socket) await rm(join(stale.socket, `.s.PGSQL.${port}.lock`), { force: true })
}

/** Stops a server whose Kontor is gone, and waits until it has ended. */
export async function stopOrphan(home: Home, pid: number) {
  if (!(await isPostmaster(pid, home))) throw busy(home, 'it has no owner and cannot be stopped')
  interrupt(pid)
  const end = Date.now() + timeout
  while (await isPostmaster(pid, home)) {
    if (Date.now() > end) throw busy(home, `process ${pid} does not end`)
    await pause(interval)
  }
}

function interrupt(pid: number) {
  try {
    process.kill(pid, 'SIGINT')
  } catch (error) {
    if (codeOf(error) === 'ESRCH') return
    throw new EmbeddedError(`the server without an owner, process ${pid}, cannot be stopped`, {
      cause: error,
    })
  }
}

async function look(home: Home): Promise<Running> {
  const postmaster = await readPostmaster(home)
  if (!postmaster) return { state: 'none' }
  const { pid, socket } = postmaster
  try {
    const client = await connect(socket, 'kontor')
    const owner = await findOwner(client).finally(() => client.end())
    return owner ? { state: 'owned', owner, socket } : { state: 'orphan', pid }
  } catch (error) {
    const isRefused = ['ENOENT', 'ECONNREFUSED', 'ENOTSOCK'].includes(codeOf(error) ?? '')
    if (isRefused && !(await isPostmaster(pid, home))) return { state: 'none' }
    return { state: 'busy', reason: error instanceof Error ? error.message : String(error) }
  }
}

async function readPidFile(home: Home): Promise<string> {
  return readFile(join(home.cluster, 'postmaster.pid'), 'utf8').catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return ''
    throw error
  })
}

/** Only the main process of a server keeps the command line that `server.ts` gave it. */
async function isPostmaster(pid: number, home: Home): Promise<boolean> {
  return (await commandLine(pid)).includes(`postgres -D ${home.cluster} `)
}

async function commandLine(pid: number): Promise<string> {
  if (process.platform === 'linux') {
    const text = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
    return text.replaceAll('\0', ' ')
  }
  return (await run({ prefix: [] }, 'ps', ['-o', 'command=', '-p', String(pid)])).output
}

function busy(home: Home, reason: string) {
  return new EmbeddedError(
    `a PostgreSQL server on the data folder ${home.folder} is neither ready nor gone (${reason}): ` +
      'try again in a minute, or set KONTOR_DATA to another folder',
  )
}
