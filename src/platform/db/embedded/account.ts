import { execFile } from 'node:child_process'
import { readFile, stat } from 'node:fs/promises'
import { codeOf } from './error.ts'
import { type Home, isRoot } from './home.ts'

export type Account = { name: string; uid: number; gid: number }

/** How to run a program as another account: through `prefix`, or with Node's uid and gid. */
export type Way = { prefix: string[]; uid?: number; gid?: number }

/** English messages, because we parse them, and none of the PG… variables of the caller. */
export const environment = {
  PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
  LC_ALL: 'C',
  TZ: 'UTC',
}

/** PostgreSQL refuses to run as root; other users run it as themselves. */
export async function chooseAccount(home: Home): Promise<Account | undefined> {
  if (!isRoot()) return undefined
  const owner = await ownerOf(home.cluster)
  if (owner) return { name: `uid ${owner.uid}`, ...owner }
  const accounts = await listAccounts()
  const folderOwner = await ownerOf(home.folder)
  return (
    accounts.find(({ uid }) => uid === folderOwner?.uid) ??
    accounts.find(({ name }) => name === 'postgres') ??
    accounts.find(({ name }) => name === 'nobody') ?? { name: 'nobody', uid: 65534, gid: 65534 }
  )
}

/**
 * Below a 0700 folder (a clone in root's home, `mktemp -d`) another account cannot read anything. There
 * `setpriv` keeps one capability of root: to enter and read folders, not to write. Without the secure bit,
 * access(2), which PostgreSQL uses to find its programs, would ignore it.
 */
export function waysToRun(account: Account | undefined): Way[] {
  if (!account) return [{ prefix: [] }]
  const { uid, gid } = account
  const identity = [`--reuid=${uid}`, `--regid=${gid}`, '--clear-groups']
  const capability = '-all,+dac_read_search'
  const inherited = [`--inh-caps=${capability}`, `--ambient-caps=${capability}`]
  const reach = [...inherited, '--securebits=+no_setuid_fixup']
  return [{ prefix: [], uid, gid }, { prefix: ['setpriv', ...identity, ...reach, '--'] }]
}

export function commandOf(way: Way, program: string, args: string[]) {
  const [file = program, ...rest] = [...way.prefix, program, ...args]
  const identity = way.uid === undefined ? {} : { uid: way.uid, gid: way.gid }
  return { file, args: rest, options: { ...identity, cwd: '/', env: environment } }
}

export async function run(way: Way, program: string, args: string[]) {
  const { file, args: rest, options } = commandOf(way, program, args)
  return new Promise<{ ok: boolean; output: string }>((resolve) => {
    try {
      execFile(file, rest, options, (error, stdout, stderr) => {
        const output = `${stdout}${stderr}`.trim() || (error?.message ?? '')
        resolve({ ok: !error, output })
      })
    } catch (error) {
      resolve({ ok: false, output: String(error) })
    }
  })
}

async function ownerOf(path: string): Promise<{ uid: number; gid: number } | undefined> {
  const found = await stat(path).catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return undefined
    throw error
  })
  return found && found.uid !== 0 ? { uid: found.uid, gid: found.gid } : undefined
}

async function listAccounts(): Promise<Account[]> {
  const text = await readFile('/etc/passwd', 'utf8').catch(() => '')
  return text.split('\n').flatMap((line) => {
    const [name, , uid, gid] = line.split(':')
    return name && uid && gid ? [{ name, uid: Number(uid) >>> 0, gid: Number(gid) >>> 0 }] : []
  })
}
