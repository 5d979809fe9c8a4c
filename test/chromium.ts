import { execFile } from 'node:child_process'
import { constants, existsSync } from 'node:fs'
import { access, mkdir, mkdtemp, open, readFile, rename, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'
import { type Browser, chromium } from 'playwright-core'
import { complain, say } from '../src/commands/say.ts'

export const NO_BROWSER =
  'no browser for tests: install Chromium (on Debian: apt install chromium) or name one in KONTOR_CHROMIUM'

const CACHE = join(import.meta.dirname, '..', 'node_modules', '.cache')
const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
/** What the header of a Linux program says about the processor it is for. */
const MACHINES: Record<string, number> = { x64: 62, arm64: 183 }

type Program = { path: string; env?: Record<string, string> }
type Surroundings = { KONTOR_CHROMIUM?: string; PATH?: string }

/** A real Chromium; nothing where this machine has none. Its sandbox and its own requests are off. */
export async function launch(): Promise<Browser | undefined> {
  // biome-ignore lint/style/noProcessEnv: a child process inherits what tests run in
  const environment = process.env
  const program = await findBrowser(environment)
  if (!program) return undefined
  await mkdir(CACHE, { recursive: true })
  return chromium.launch({
    executablePath: program.path,
    env: { PATH: environment.PATH, HOME: CACHE, ...program.env },
  })
}

/** The one that is named, the one that comes as a package, the one that is installed. */
export async function findBrowser(environment: Surroundings): Promise<Program | undefined> {
  const { KONTOR_CHROMIUM: named, PATH = '' } = environment
  if (named) {
    if (await canRun(named)) return { path: named }
    throw new Error(`KONTOR_CHROMIUM is ${named}, which is no program for this machine`)
  }
  // The package has no other, and says so only by failing.
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
 * A program for another processor must never be started: what the system refuses, some callers
 * give to a shell, which takes it for a script.
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
 * The package unpacks into the folder for temporary files, with the libraries it needs only where
 * it believes to be on Lambda. It gets a folder of its own that is complete or not there at all:
 * several test files may come here at the same time.
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
  // biome-ignore lint/style/noProcessEnv: a child process inherits what tests run in
  const found = await findBrowser(process.env)
  if (found) say(found.path)
  else {
    complain(NO_BROWSER)
    process.exitCode = 1
  }
}
