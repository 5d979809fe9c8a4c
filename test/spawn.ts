import { type ChildProcess, spawn } from 'node:child_process'
import { open, readFile } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { COMPILE_CACHE } from './compile-cache.ts'
import { killTree } from './process-tree.ts'

const MAIN = fileURLToPath(new URL('../src/main.ts', import.meta.url))
const TIMEOUT = 180_000

/** `kontor start` in a separate process. */
export type ServerProcess = {
  pid: number
  /** Its address, once it is ready. */
  ready: Promise<string>
  /** Stops it, and waits for its end. */
  stop(): Promise<void>
  /** Kills it and everything it started; `onKilled` is called right after. */
  kill(onKilled?: () => void): Promise<number>
}

export type ServerOptions = {
  /** The complete environment: nothing is inherited. */
  environment: Record<string, string>
  /** The file for its output, which needs no reader. */
  log: string
  nodeOptions?: string[]
  /** Of `kontor start`. */
  args?: string[]
  /** That of another release. */
  main?: string
}

export async function spawnServer(options: ServerOptions): Promise<ServerProcess> {
  const { environment, log, nodeOptions = [], args = [], main = MAIN } = options
  const file = await open(log, 'w')
  const child = spawn(process.execPath, [...nodeOptions, main, 'start', ...args], {
    env: { PORT: '0', ...COMPILE_CACHE, ...environment },
    stdio: ['ignore', file.fd, file.fd],
  })
  await file.close()
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => resolve())
    child.once('error', () => resolve())
  })
  const pid = child.pid
  if (pid === undefined) throw new Error('the server could not be spawned')
  const ready = waitForAddress(child, log)
  // A server that is killed during its start never becomes ready: not an unhandled rejection.
  ready.catch(() => undefined)
  return {
    pid,
    ready,
    stop: async () => {
      child.kill('SIGTERM')
      await ended
    },
    kill: (onKilled) => killTree(pid, onKilled),
  }
}

async function waitForAddress(child: ChildProcess, log: string): Promise<string> {
  const end = Date.now() + TIMEOUT
  for (;;) {
    const said = await readFile(log, 'utf8')
    const address = /^Kontor is ready at (\S+)$/m.exec(said)?.[1]
    if (address !== undefined) return address
    if (child.exitCode !== null || child.signalCode !== null) {
      throw new Error(`the server ended before it was ready:\n${said}`)
    }
    if (Date.now() > end) throw new Error(`the server is not ready in time:\n${said}`)
    await pause(5)
  }
}
