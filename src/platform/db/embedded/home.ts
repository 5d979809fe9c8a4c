import { createHash } from 'node:crypto'
import {
  access,
  chown,
  constants,
  lstat,
  mkdir,
  readdir,
  readFile,
  realpath,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeFolder } from '../../files/disk.ts'
import { codeOf, EmbeddedError } from './error.ts'

/**
 * The data folder: `cluster` belongs to PostgreSQL, the rest to Kontor. When Kontor runs as root, the
 * folder stays owned by root, and only `cluster` and the socket folder belong to the account that runs
 * PostgreSQL, so that this account cannot trick root with a symbolic link in place of a file.
 */
export type Home = { folder: string; cluster: string; access: string; log: string }

export const port = 5432

const ours = /^(cluster\.new-.*|native-.*|pg_hba\.conf|postgres\.log.*|s|lost\+found)$/

export const isRoot = () => process.getuid?.() === 0

/** Only the account that runs PostgreSQL may also pass through it. */
export const makeDataFolder = (folder: string): Promise<void> =>
  makeFolder(folder, isRoot() ? 0o711 : 0o700)

export async function openHome(folder: string): Promise<Home> {
  await makeDataFolder(folder)
  const home = homeOf(await realpath(folder))
  await access(home.folder, constants.R_OK | constants.W_OK | constants.X_OK)
  await refuseForeign(home)
  return home
}

export async function findHome(folder: string): Promise<Home | undefined> {
  try {
    return homeOf(await realpath(folder))
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined
    throw error
  }
}

/** The PostgreSQL major version that created the cluster, or undefined before the first start. */
export async function clusterMajor(home: Home): Promise<number | undefined> {
  if (!(await exists(home.cluster))) return undefined
  const text = await readFile(join(home.cluster, 'PG_VERSION'), 'utf8').catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return ''
    throw error
  })
  const major = Number.parseInt(text, 10)
  if (major > 0) return major
  throw new EmbeddedError(
    `${home.cluster} is damaged, it has no PG_VERSION: restore a backup into an empty folder`,
  )
}

/** A socket path has at most about 100 bytes; for a long data folder the socket is in the temporary folder. */
export function socketFolder(home: Home): string {
  const name = `kontor-${createHash('sha256').update(home.folder).digest('hex').slice(0, 16)}`
  const choices = [insideSocketFolder(home), join(tmpdir(), name)]
  return choices.find(isShort) ?? join('/tmp', name)
}

export const insideSocketFolder = (home: Home) => join(home.folder, 's')

export const isShort = (folder: string) =>
  Buffer.byteLength(join(folder, `.s.PGSQL.${port}`)) <= 100

/** Anyone who can enter the socket folder can use the database, so it must be private. */
export async function openSocketFolder(home: Home, account?: { uid: number; gid: number }) {
  const folder = socketFolder(home)
  await mkdir(folder, { mode: 0o700 }).catch((error: unknown) => {
    if (codeOf(error) !== 'EEXIST') throw error
  })
  const found = await lstat(folder)
  const owners = [process.getuid?.(), account?.uid]
  if (!found.isDirectory() || (found.mode & 0o077) !== 0 || !owners.includes(found.uid)) {
    throw new EmbeddedError(
      `the socket folder ${folder} is not private to the account that runs PostgreSQL: remove it`,
    )
  }
  if (account && found.uid !== account.uid) await chown(folder, account.uid, account.gid)
  return folder
}

export async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    (error: unknown) => {
      if (codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR') return false
      throw error
    },
  )
}

function homeOf(folder: string): Home {
  return {
    folder,
    cluster: join(folder, 'cluster'),
    access: join(folder, 'pg_hba.conf'),
    log: join(folder, 'postgres.log'),
  }
}

async function refuseForeign(home: Home) {
  const names = await readdir(home.folder)
  if (names.includes('cluster') || names.every((name) => ours.test(name))) return
  throw new EmbeddedError(
    `the folder ${home.folder} is not empty and does not contain a Kontor database: ` +
      'set KONTOR_DATA to an empty or a new folder',
  )
}
