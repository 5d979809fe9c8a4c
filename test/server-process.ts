import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { onTestFinished } from 'vitest'
import { COMPILE_CACHE } from './compile-cache.ts'
import { inherited } from './environment.ts'

type Command = [program: string, ...args: string[]]
/** The same on every server of a test, so that they can open each other's secrets. */
export const SECRET = 'the same on every server of a test and long enough'

const COMMAND: Command = [process.execPath, new URL('../src/main.ts', import.meta.url).pathname]

/** A real `kontor …` process. */
export type ServerProcess = {
  child: ChildProcess
  /** Its output so far, of both streams. */
  output(): string
  /** Waits for the ready line, and returns its address. */
  ready(): Promise<string>
  /** Waits for its end and returns the exit code. */
  ended(): Promise<number | null>
  stop(): Promise<number | null>
}

export function startProcess(
  args: string[],
  environment: Record<string, string>,
  [program, ...before] = COMMAND,
): ServerProcess {
  const env = { ...inherited, ...COMPILE_CACHE, ...environment }
  const child = spawn(program, [...before, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  let text = ''
  child.stdout?.on('data', (chunk: Buffer) => {
    text += chunk
  })
  child.stderr?.on('data', (chunk: Buffer) => {
    text += chunk
  })
  // Its last output is read a moment later than it ends; what it left running may hold the pipes.
  const closed = once(child, 'close')
  const exit = once(child, 'exit').then(async ([code]) => {
    await Promise.race([closed, pause(5000, undefined, { ref: false })])
    return code as number | null
  })
  return {
    child,
    output: () => text,
    ready: async () => {
      for (;;) {
        const address = /^Kontor is ready at (\S+)/m.exec(text)?.[1]
        if (address !== undefined) return address
        const code = await Promise.race([
          exit,
          once(child.stdout ?? child, 'data').then(() => 'more'),
        ])
        if (code !== 'more') throw new Error(`the server ended with ${code}:\n${text}`)
      }
    },
    ended: () => exit,
    stop: () => {
      child.kill('SIGTERM')
      return exit
    },
  }
}

/** A data folder for one test, or a whole file with `afterAll`; at the end its processes are stopped and it is removed. */
export async function dataFolder(atTheEnd: typeof onTestFinished = onTestFinished) {
  const folder = await mkdtemp(join(tmpdir(), 'kontor-start-'))
  const started: ServerProcess[] = []
  atTheEnd(async () => {
    for (const { child, ended } of started) {
      if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL')
      await ended()
    }
    await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
  })
  return {
    folder,
    start: (environment: Record<string, string> = {}, args = ['start'], command = COMMAND) => {
      const settings = {
        PORT: '0',
        KONTOR_DATA: folder,
        KONTOR_DEMO: 'off',
        KONTOR_SECRET: SECRET,
        LOG_LEVEL: 'warn',
        ...environment,
      }
      const server = startProcess(args, settings, command)
      started.push(server)
      return server
    },
  }
}
