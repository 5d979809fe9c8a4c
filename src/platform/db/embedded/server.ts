import { type ChildProcess, spawn } from 'node:child_process'
import { Socket } from 'node:net'
import { join } from 'node:path'
import { BackgroundLoop } from '../../loops/background-loop.ts'
import { commandOf } from './account.ts'
import { type Home, port } from './home.ts'
import { logSize, openLog, trimLog } from './log.ts'
import type { Programs } from './programs.ts'

export type Server = {
  pid: number | undefined
  /** The size of the log file before this server was started. */
  logStart: number
  isRunning(): boolean
  ended: Promise<string>
  stop(): Promise<void>
  /** Lets our process end while the server runs. */
  release(): void
}

/**
 * The shell becomes PostgreSQL and leaves a watcher that reads a pipe we hold. If the pipe closes without
 * a message, our process is gone, and the watcher tells PostgreSQL to stop. The watcher is detached:
 * PostgreSQL treats the exit of an unknown child as a crash.
 */
const supervisor = `
  exec 3<&0 </dev/null
  (trap '' HUP INT TERM; (read -r line <&3 || kill -INT $$) >/dev/null 2>&1 &)
  exec "$@" 3<&-`

const settings = {
  listen_addresses: '',
  port: String(port),
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',
  max_connections: '100',
  // Applying 2,000 apps at once creates 14,000 relations, each locked until the commit.
  max_locks_per_transaction: '256',
  shared_buffers: '128MB',
  max_wal_size: '1GB',
  jit: 'off',
  autovacuum_vacuum_scale_factor: '0.02',
  autovacuum_vacuum_insert_scale_factor: '0.02',
  timezone: 'UTC',
  log_timezone: 'UTC',
  logging_collector: 'off',
}

const logInterval = 60_000

export async function startServer(
  home: Home,
  programs: Programs,
  own: Record<string, string>,
): Promise<Server> {
  await trimLog(home)
  const logStart = await logSize(home)
  const log = await openLog(home)
  const postgres = [join(programs.folder, 'postgres'), '-D', home.cluster]
  const args = ['-c', supervisor, 'sh', ...postgres, ...settingArguments({ ...settings, ...own })]
  const command = commandOf(programs.way, '/bin/sh', args)
  const child = spawn(command.file, command.args, {
    ...command.options,
    // A session of its own: Ctrl-C in a terminal must not reach it before Kontor has drained.
    detached: true,
    stdio: ['pipe', log.fd, log.fd],
  })
  const ended = endOf(child)
  await log.close()
  const trimming = new BackgroundLoop({
    round: async () => {
      await trimLog(home)
      return logInterval
    },
    onFailure: () => undefined,
    retryDelay: logInterval,
  })
  trimming.start()
  void ended.then(() => trimming.stop())
  return { pid: child.pid, logStart, ended, ...controls(child, ended) }
}

function controls(child: ChildProcess, ended: Promise<string>) {
  const isRunning = () => child.exitCode === null && child.signalCode === null && !!child.pid
  const stop = async () => {
    child.ref()
    if (isRunning()) child.kill('SIGINT')
    await ended
  }
  const release = () => {
    child.unref()
    if (child.stdin instanceof Socket) child.stdin.unref()
  }
  return { isRunning, stop, release }
}

/** The message that ends the watcher: the process id may soon belong to another process. */
function endOf(child: ChildProcess): Promise<string> {
  child.stdin?.on('error', () => {})
  return new Promise((resolve) => {
    child.once('error', (error) => resolve(error.message))
    child.once('exit', (code, signal) => {
      child.stdin?.end('over\n')
      resolve(signal ? `killed by ${signal}` : `exit code ${code}`)
    })
  })
}

function settingArguments(all: Record<string, string>): string[] {
  return Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}
