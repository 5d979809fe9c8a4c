import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { text } from 'node:stream/consumers'
import { inject } from 'vitest'
import { type Connection, connectClient } from '../src/platform/db/db.ts'
import { COMPILE_CACHE } from './compile-cache.ts'
import { inherited } from './environment.ts'

const MAIN = new URL('../src/main.ts', import.meta.url).pathname

export type Ended = { code: number | null; out: string; err: string; memory: number }

/** Runs a real `kontor …` process to its end. */
export async function kontor(
  args: string[],
  environment: Record<string, string>,
  input = '',
): Promise<Ended> {
  return run(process.execPath, [MAIN, ...args], { environment, input })
}

/** Types an answer when its prompt appears; returns the whole output. */
export async function converse(
  program: string,
  args: string[],
  {
    environment,
    answers,
  }: { environment: Record<string, string>; answers: Record<string, string> },
): Promise<string> {
  const child = spawn(program, args, { env: { ...inherited, ...environment }, stdio: 'pipe' })
  const open = new Map(Object.entries(answers))
  let shown = ''
  child.stdout.on('data', (chunk: Buffer) => {
    shown += chunk
    for (const [question, answer] of open) {
      if (!shown.endsWith(question)) continue
      open.delete(question)
      child.stdin.write(answer)
    }
  })
  await once(child, 'close')
  return shown
}

type Surroundings = { environment: Record<string, string>; input?: string }

export async function run(
  program: string,
  args: string[],
  { environment, input = '' }: Surroundings,
): Promise<Ended> {
  const env = { ...inherited, ...COMPILE_CACHE, ...environment }
  const child = spawn(program, args, { env, stdio: 'pipe' })
  const memory = watchMemory(child.pid)
  child.stdin.on('error', () => undefined)
  child.stdin.end(input)
  const [[code], out, err] = await Promise.all([
    once(child, 'close'),
    text(child.stdout),
    text(child.stderr),
  ])
  return { code, out, err, memory: memory.stop() }
}

/** The peak memory of a process, in MiB; 0 if unknown. */
function watchMemory(pid: number | undefined) {
  let most = 0
  const look = () => {
    try {
      const status = readFileSync(`/proc/${pid}/status`, 'utf8')
      most = Math.max(most, Number(/^VmHWM:\s+(\d+)/m.exec(status)?.[1] ?? 0) / 1024)
    } catch {}
  }
  const timer = setInterval(look, 50)
  return {
    stop: () => {
      clearInterval(timer)
      return most
    },
  }
}

/** The DATABASE_URL of the tests' PostgreSQL. */
export const urlOf = ({ host = '', port, user, database }: Connection): string =>
  `postgres://${user}@${encodeURIComponent(host)}:${port}/${database}`

/** A new database owned by an ordinary role, as with a cloud service. */
export async function ordinaryDatabase(name: string): Promise<Connection> {
  const server = inject('connection')
  const client = await connectClient({ ...server, database: 'postgres' })
  await client.query(`create role ${name} login`)
  await client.query(`create database ${name} owner ${name}`)
  await client.end()
  return { ...server, user: name, database: name }
}
