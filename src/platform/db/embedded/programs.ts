import { execFile } from 'node:child_process'
import { readdir, realpath } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { type Account, chooseAccount, run, type Way, waysToRun } from './account.ts'
import { EmbeddedError } from './error.ts'
import { clusterMajor, exists, type Home } from './home.ts'
import { copyNative, findNative, linkLibraries, packageName } from './native.ts'

/** PostgreSQL's programs, and how to run them as the right account. */
export type Programs = { folder: string; major: number; way: Way; account?: Account }

type Installation = { folder: string; major: number; way: Way }
type Search = { home: Home; account?: Account; ways: Way[]; failures: string[] }

const oldestMajor = 15

/** Ours from npm, then the distribution's; for an existing cluster those of its own version. */
export async function findPrograms(home: Home): Promise<Programs> {
  if (process.platform === 'win32') throw unavailable('it does not run on Windows')
  const account = await chooseAccount(home)
  const wanted = await clusterMajor(home)
  const search: Search = { home, account, ways: [], failures: [] }
  search.ways = await waysInto(search)
  const majors: number[] = []
  for await (const found of candidates(search)) {
    if (found.major === (wanted ?? found.major) && found.major >= oldestMajor) {
      return { ...found, account }
    }
    majors.push(found.major)
  }
  if (wanted && majors[0]) throw otherVersion(home, wanted, majors[0])
  throw unavailable(search.failures.join('\n'))
}

async function* candidates(search: Search): AsyncGenerator<Installation> {
  const packaged = await findPackaged(search)
  if (packaged) yield packaged
  for (const folder of await distributionFolders()) {
    const found = await firstThatRuns(search, folder)
    if (found) yield found
  }
}

/** Copied into the data folder if the package can neither be completed nor used where it is. */
async function findPackaged(search: Search): Promise<Installation | undefined> {
  const native = findNative()
  if (!native) {
    search.failures.push(`the package ${packageName} is not installed`)
    return undefined
  }
  const linked = await linkLibraries(native)
  const found = linked && (await firstThatRuns(search, join(native, 'bin')))
  if (found) return found
  const isHere = await run({ prefix: [] }, join(native, 'bin', 'postgres'), ['--version'])
  if (linked && !(isHere.ok && search.account)) return undefined
  return firstThatRuns(search, join(await copyNative(native, search.home), 'bin'))
}

/** Tried out rather than computed: it depends on modes, access lists, capabilities and mounts. */
async function waysInto(search: Search): Promise<Way[]> {
  if (!search.account) return waysToRun(undefined)
  const ways: Way[] = []
  for (const way of waysToRun(search.account)) {
    const { ok, output } = await run(way, '/bin/sh', ['-c', 'cd "$1"', 'sh', search.home.folder])
    if (ok) ways.push(way)
    else search.failures.push(output)
  }
  if (ways.length === 0) throw unreachable(search.home, search.account, search.failures)
  return ways
}

async function firstThatRuns(search: Search, folder: string): Promise<Installation | undefined> {
  for (const way of search.ways) {
    // From a shell, like the server: `setpriv` itself can start programs that the account cannot.
    const args = ['-c', '"$0" --version', join(folder, 'postgres')]
    const { ok, output } = await run(way, '/bin/sh', args)
    const major = Number(/PostgreSQL\) (\d+)/.exec(output)?.[1])
    if (ok && major) return { folder, major, way }
    search.failures.push(output)
  }
  return undefined
}

async function distributionFolders(): Promise<string[]> {
  // With the caller's PATH, unlike the other programs run here.
  const onPath = await promisify(execFile)('/bin/sh', ['-c', 'command -v postgres']).catch(() => {})
  const versions = await readdir('/usr/lib/postgresql').catch(() => [])
  const folders = versions
    .sort((one, other) => Number(other) - Number(one))
    .map((version) => join('/usr/lib/postgresql', version, 'bin'))
  if (onPath) folders.push(dirname(await realpath(onPath.stdout.trim())))
  const present = await Promise.all(folders.map((folder) => exists(join(folder, 'initdb'))))
  return folders.filter((_, index) => present[index])
}

function otherVersion(home: Home, wanted: number, found: number) {
  return new EmbeddedError(
    `the data folder ${home.folder} was created by PostgreSQL ${wanted}, this Kontor includes ` +
      `PostgreSQL ${found}: make a backup with the Kontor that created the folder, and restore it here`,
  )
}

function unreachable(home: Home, account: Account, failures: string[]) {
  return new EmbeddedError(
    `PostgreSQL does not run as root, and as ${account.name} it cannot enter ${home.folder}: ` +
      'set KONTOR_DATA to a folder that this account can enter (below /var/lib, say), ' +
      `or set DATABASE_URL to a PostgreSQL server\n${failures.join('\n')}`,
  )
}

function unavailable(reason: string) {
  return new EmbeddedError(
    `there is no embedded PostgreSQL for ${process.platform}-${process.arch}: install Kontor with ` +
      `its optional dependencies, or set DATABASE_URL to a PostgreSQL server\n${reason}`,
  )
}
