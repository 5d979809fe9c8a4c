import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { complain, say } from '../src/commands/say.ts'

const ROOT = join(import.meta.dirname, '..')
const STAMP = join(ROOT, 'web', 'dist', '.stamp')
/** What the console is made of: itself, what it shares with the server, the packages. */
const SOURCES = ['web', 'src/api', 'src/client', 'src/areas', 'package-lock.json']

/** Builds the console if its sources are not what they were when it was built. */
export async function buildConsole(): Promise<void> {
  const stamp = await describeSources()
  if ((await readFile(STAMP, 'utf8').catch(() => '')) === stamp) return
  const program = fileURLToPath(new URL('../../bin/vite.js', import.meta.resolve('vite')))
  say('building the console …')
  const config = join('web', 'vite.config.ts')
  const args = [program, 'build', '--config', config, '--configLoader', 'native']
  // For people, whoever builds it: tests would otherwise look at what is made for developers.
  await promisify(execFile)(process.execPath, [...args, '--logLevel', 'warn'], {
    cwd: ROOT,
    env: { NODE_ENV: 'production' },
  })
  await writeFile(STAMP, stamp)
}

async function describeSources(): Promise<string> {
  const hash = createHash('sha256')
  for (const path of (await Promise.all(SOURCES.map(filesOf))).flat()) {
    hash
      .update(path)
      .update('\0')
      .update(await readFile(join(ROOT, path)))
      .update('\0')
  }
  return hash.digest('hex')
}

async function filesOf(source: string): Promise<string[]> {
  if (source.endsWith('.json')) return [source]
  const entries = await readdir(join(ROOT, source), { recursive: true })
  return entries
    .map((entry) => join(source, entry))
    .filter((path) => isSource(path))
    .sort()
}

/** Of the server only what its operations say reaches the browser. */
const isSource = (path: string) =>
  path.startsWith('web')
    ? /\.\w+$/.test(path) && !path.startsWith(join('web', 'dist'))
    : /(operations|client|areas|api\/.*)\.ts$/.test(path)

if (import.meta.main) {
  await buildConsole().catch((error: Error & { code?: string }) => {
    complain(`the console was not built: ${error.message}`)
    // Without what it is built with (an installation for running only) the rest still works.
    process.exitCode = error.code === 'ERR_MODULE_NOT_FOUND' ? 0 : 1
  })
}
