import { execFile } from 'node:child_process'
import { constants, existsSync } from 'node:fs'
import { access, mkdir, mkdtemp, open, readFile, rename, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'
import { type Browser, chromium } from 'playwright-core'
import { complain, say } from '../src/commands/say.ts'
import { environment } from './environment.ts'

export const NO_BROWSER =
  'no browser for tests: install Chromium (on Debian: apt install chromium-headless-shell) or name one in KONTOR_CHROMIUM'

const CACHE = join(import.meta.dirname, '..', 'node_modules', '.cache')
const NAMES = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
]
/** The machine field of an ELF header, by architecture. */
const MACHINES: Record<string, number> = { x64: 62, arm64: 183 }

type Program = { path: string; env?: Record<string, string> }
type Surroundings = { KONTOR_CHROMIUM?: string; PATH?: string }

/** A real Chromium; undefined if there is none. Without its sandbox and background requests. */
export async function launch(): Promise<Browser | undefined> {
  const program = await findBrowser(environment)
  if (!program) return undefined
  await mkdir(CACHE, { recursive: true })
  return chromium.launch({
    executablePath: program.path,
    env: { PATH: environment.PATH, HOME: CACHE, ...program.env },
  })
}

/** From KONTOR_CHROMIUM, from the package, or installed. */
export async function findBrowser(surroundings: Surroundings): Promise<Program | undefined> {
  const { KONTOR_CHROMIUM: named, PATH = '' } = surroundings
  if (named) {
    if (await canRun(named)) return { path: named }
    throw new Error(`KONTOR_CHROMIUM is ${named}, which is no program for this machine`)
  }
  // The package supports only x64, and fails elsewhere.
  if (process.platform === 'linux' && process.arch === 'x64') return packaged()
  for (const name of NAMES) {
    for (const folder of PATH.split(delimiter).filter(Boolean)) {
      const path = join(folder, name)
      if (await canRun(path)) return { path }
    }
  }
  return undefined
}

/**
 * A program for another processor must not be started: if exec fails, some callers use a shell, which
 * would run it as a script.
 */
async function canRun(path: string): Promise<boolean> {
  const isThere = await access(path, constants.X_OK).then(
    () => true,
    () => false,
  )
  if (!isThere) return false
  const start = await readStart(path)
  if (start.toString('latin1', 0, 4) === '\x7fELF') {
    return start.readUInt16LE(18) === MACHINES[process.arch]
  }
  return start.toString('latin1', 0, 2) === '#!' || process.platform !== 'linux'
}

async function readStart(path: string): Promise<Buffer> {
  const file = await open(path)
  try {
    const { buffer } = await file.read(Buffer.alloc(20), 0, 20, 0)
    return buffer
  } finally {
    await file.close()
  }
}

/**
 * The package unpacks into the temporary folder, and includes its libraries only on Lambda. It gets its own
 * folder, created atomically because several test files may do this at once.
 */
async function packaged(): Promise<Program> {
  const root = join(createRequire(import.meta.url).resolve('@sparticuz/chromium'), '..', '..')
  const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'))
  const folder = join(CACHE, `chromium-${version}`)
  if (!existsSync(folder)) await unpackInto(folder)
  const env = { LD_LIBRARY_PATH: join(folder, 'al2023', 'lib'), HOME: folder }
  return { path: join(folder, 'chromium'), env }
}

async function unpackInto(folder: string): Promise<void> {
  await mkdir(CACHE, { recursive: true })
  const fresh = await mkdtemp(`${folder}-`)
  await promisify(execFile)(process.execPath, [join(import.meta.dirname, 'unpack-chromium.ts')], {
    env: { TMPDIR: fresh, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x' },
  })
  await rename(fresh, folder).catch(() => rm(fresh, { recursive: true }))
}

if (import.meta.main) {
  const found = await findBrowser(environment)
  if (found) say(found.path)
  else {
    complain(NO_BROWSER)
    process.exitCode = 1
  }
}
