import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished } from 'vitest'
import { readGuide } from './guide-blocks.ts'

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  return typeof address === 'object' && address ? address.port : 0
}

/** Runs a program of a guide until the end of the test; returns a function for its output. */
export async function startProgram(
  guide: string,
  info: string,
  env: Record<string, string>,
): Promise<() => string> {
  const { said } = await begin(guide, info, env)
  await expect.poll(said).toContain('ready')
  return said
}

/** Runs a program of a guide to its end; returns its output. */
export async function runProgram(
  guide: string,
  info: string,
  env: Record<string, string>,
): Promise<string> {
  const { child, said } = await begin(guide, info, env)
  const [code] = await once(child, 'close')
  if (code !== 0) throw new Error(`it ended with ${code} and had said:\n${said()}`)
  return said()
}

async function begin(guide: string, info: string, env: Record<string, string>) {
  const { blocks } = await readGuide(guide)
  const source = blocks.find((block) => block.info === info)?.text
  if (source === undefined) throw new Error(`the guide ${guide} has no block "${info}"`)
  const folder = await mkdtemp(join(tmpdir(), 'kontor-guide-'))
  const program = join(folder, 'program.mjs')
  await writeFile(program, source)
  const child = spawn(process.execPath, [program], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  onTestFinished(async () => {
    child.kill()
    await rm(folder, { recursive: true })
  })
  let told = ''
  child.stdout.on('data', (text) => {
    told += text
  })
  return { child, said: () => told }
}
