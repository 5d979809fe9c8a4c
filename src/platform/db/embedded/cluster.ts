import {
  chmod,
  chown,
  mkdtemp,
  open,
  readdir,
  readFile,
  rename,
  rm,
  writeFile,
} from 'node:fs/promises'
import { join } from 'node:path'
import { run } from './account.ts'
import { explain } from './error.ts'
import { exists, type Home } from './home.ts'
import { lastLines } from './log.ts'
import type { Programs } from './programs.ts'

export const user = 'kontor'

const unfinished = 'cluster.new-'

/** Created in a temporary folder and moved when complete, so that a kill leaves no half-made cluster. */
export async function ensureCluster(home: Home, programs: Programs) {
  await writeAccess(home)
  if (await exists(home.cluster)) return
  const folder = await mkdtemp(join(home.folder, unfinished))
  try {
    if (programs.account) await chown(folder, programs.account.uid, programs.account.gid)
    await initialise(home, programs, folder)
    await moveIntoPlace(home, folder)
  } catch (error) {
    await rm(folder, { recursive: true, force: true })
    // Another process that started at the same moment was faster: its cluster is used.
    if (!(await exists(home.cluster))) throw error
  }
}

/** Removes what killed first starts left behind; called by the owner, when no other start can succeed. */
export async function removeUnfinished(home: Home) {
  const names = await readdir(home.folder)
  const left = names.filter((name) => name.startsWith(unfinished))
  // An `initdb` that outlived its Kontor may still be writing there: the next start tries again.
  await Promise.allSettled(
    left.map((name) => rm(join(home.folder, name), { recursive: true, force: true })),
  )
}

async function initialise(home: Home, programs: Programs, folder: string) {
  const basics = ['-D', folder, '-U', user, '-E', 'UTF8', '--data-checksums', '--no-instructions']
  const entry = ['--auth-local=trust', '--auth-host=reject']
  const initdb = (locale: string[]) =>
    run(programs.way, join(programs.folder, 'initdb'), [...basics, ...entry, ...locale])
  const [best, ...others] = localeOptions(programs.major)
  let { ok, output } = await initdb(best)
  // The machine may not have the locale; the folder is empty again.
  for (const locale of others) if (!ok) ({ ok, output } = await initdb(locale))
  if (ok) return
  const what = `the embedded database could not be created in ${home.folder}`
  throw await explain(home.folder, what, lastLines(output))
}

/**
 * The same collation and letter case on every machine, whatever its locales. Trigrams ask the operating
 * system what is a letter: without a locale of UTF-8 their indexes know only A to Z.
 */
function localeOptions(major: number): [string[], ...string[][]] {
  const letters = `--lc-ctype=${process.platform === 'darwin' ? '' : 'C.'}UTF-8`
  if (major < 17) return [['--locale=C', letters]]
  const builtin = ['--locale-provider=builtin', '--builtin-locale=C.UTF-8']
  return [[...builtin, letters], builtin]
}

async function moveIntoPlace(home: Home, folder: string) {
  await rename(folder, home.cluster)
  const parent = await open(home.folder)
  await parent.sync()
  await parent.close()
}

/** Only through the socket: without a `host` line there is no network access. */
async function writeAccess(home: Home) {
  const wanted = 'local all all trust\n'
  const present = await readFile(home.access, 'utf8').catch(() => '')
  if (present === wanted) return
  await writeFile(home.access, wanted)
  await chmod(home.access, 0o644)
}
