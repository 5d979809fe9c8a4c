import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { promisify, stripVTControlCharacters } from 'node:util'
import { complain, say } from '../src/commands/say.ts'

const ROOT = join(import.meta.dirname, '..')
const STAMP = join(ROOT, 'web', 'dist', '.stamp')
/** The sources of the console: its own, those shared with the server, the packages. */
const SHARED = ['api', 'client', 'decisions', 'definitions', 'engine', 'fields', 'lib', 'lists']
const SOURCES = ['web', 'src/areas', ...SHARED.map((name) => `src/${name}`), 'package-lock.json']

/** Builds the console if its sources have changed since the last build. */
export async function buildConsole(): Promise<void> {
  const stamp = await describeSources()
  if ((await readFile(STAMP, 'utf8').catch(() => '')) === stamp) return
  const program = createRequire(import.meta.url)
    .resolve('vite/package.json')
    .replace(/package\.json$/, 'bin/vite.js')
  say('building the console …')
  const config = join('web', 'vite.config.ts')
  const args = [program, 'build', '--config', config, '--configLoader', 'native']
  // Always a production build: tests would otherwise see the development build.
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

/** Of the areas only the operations are part of the console. */
function isSource(path: string): boolean {
  if (path.startsWith('web')) return /\.\w+$/.test(path) && !path.startsWith(join('web', 'dist'))
  if (path.startsWith(join('src', 'areas'))) return path.endsWith('operations.ts')
  return path.endsWith('.ts') && !path.endsWith('.test.ts')
}

/** Reduces the long coloured output of the build tool to the line with the error. */
function inOneLine({ message }: Error): string {
  const lines = stripVTControlCharacters(message).split('\n').filter(Boolean)
  return (
    lines.find((line) => /error/i.test(line) && !line.startsWith('Command failed')) ??
    lines[0] ??
    ''
  )
}

if (import.meta.main) {
  await buildConsole().catch((error: Error) => {
    const isNeeded = !process.argv.includes('--if-possible')
    const rest = isNeeded ? '' : ', the rest works without it'
    complain(`the console was not built${rest}: ${isNeeded ? error.message : inOneLine(error)}`)
    process.exitCode = isNeeded ? 1 : 0
  })
}
