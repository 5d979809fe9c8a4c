import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { chmod, chown, cp, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { Client } from 'pg'
import { afterEach } from 'vitest'
import { findHome, type Home, socketFolder } from '../src/platform/db/embedded/home.ts'
import { findNative } from '../src/platform/db/embedded/native.ts'
import { type Embedded, startEmbedded } from '../src/platform/db/embedded.ts'

const module = join(import.meta.dirname, '../src/platform/db/embedded.ts')
export const node = join(import.meta.dirname, '../node_modules/.bin/node')
export const isRoot = process.getuid?.() === 0
export const nobody = { uid: 65534, gid: 65534 }
export const withoutEntry = { uid: 54321, gid: 54321 }
export const distribution = '/usr/lib/postgresql/15/bin'
export const within = { timeout: 50_000, interval: 20 }

/** A project below a 0700 folder is closed to other accounts, and then the tests of these are left out. */
export const othersCanRun = isRoot && spawnSync(node, ['--check', module], nobody).status === 0
export const canMount = isRoot && tryMount()
/** Root in a container with the usual capabilities has none that another account could be lent. */
export const canReach =
  isRoot &&
  spawnSync('setpriv', ['--inh-caps=+dac_read_search', '--ambient-caps=+dac_read_search', 'true'])
    .status === 0

export const undo: (() => Promise<unknown>)[] = []
const servers: Embedded[] = []

afterEach(async () => {
  for (const server of servers.splice(0)) await server.stop()
  for (const step of undo.splice(0).reverse()) await step()
})
export async function start(folder: string, settings?: Record<string, string>): Promise<Embedded> {
  const server = await startEmbedded({ folder, purpose: 'test', settings })
  servers.push(server)
  return server
}

export async function stoppedHome(folder: string): Promise<Home> {
  await (await start(folder)).stop()
  const home = await findHome(folder)
  if (!home) throw new Error(`${folder} is gone`)
  return home
}

/** A folder that does not exist yet, below one with this mode and owner. */
export async function newFolder(
  mode = 0o755,
  owner?: { uid: number; gid: number },
): Promise<string> {
  const parent = await mkdtemp(join(tmpdir(), 'kontor-embedded-'))
  undo.push(() => rm(parent, { recursive: true, force: true, maxRetries: 5 }))
  await chmod(parent, mode)
  if (owner) await chown(parent, owner.uid, owner.gid)
  return join(parent, 'pg')
}

type OwnerOptions = { body?: string; account?: { uid: number; gid: number } }

export function spawnOwner(folder: string, options: OwnerOptions = {}): ChildProcess {
  const { body = 'setInterval(() => {}, 1000)', account } = options
  const script = `
    import { startEmbedded } from ${JSON.stringify(module)}
    const options = { folder: ${JSON.stringify(folder)}, purpose: 'kontor owner' }
    const told = await startEmbedded(options).catch((error) => ({ error: error.message }))
    console.log(JSON.stringify(told))
    if (told.error) process.exit(1)
    ${body}`
  const child = spawn(node, ['--input-type=module', '-e', script], {
    ...account,
    cwd: '/',
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  undo.push(async () => child.kill('SIGKILL'))
  return child
}

/** Another Kontor: a process of its own that owns the folder. */
export async function startOwner(folder: string, options: OwnerOptions = {}) {
  const child = spawnOwner(folder, options)
  if (!child.stdout) throw new Error('no output')
  for await (const line of createInterface(child.stdout)) {
    const told: Embedded & { error?: string } = JSON.parse(line)
    if (told.error) throw new Error(told.error)
    const postgres = await postmasterOf(folder)
    undo.push(async () => isAlive(postgres) && process.kill(postgres, 'SIGKILL'))
    return { child, postgres, connection: told.connection }
  }
  throw new Error('the owner said nothing')
}

export async function open({ connection }: Pick<Embedded, 'connection'>): Promise<Client> {
  const client = new Client(connection)
  client.on('error', () => {})
  await client.connect()
  return client
}

export async function query(server: Pick<Embedded, 'connection'>, sql: string) {
  const client = await open(server)
  return client
    .query(sql)
    .then(({ rows }) => rows)
    .finally(() => client.end())
}

export async function postmasterOf(folder: string): Promise<number> {
  const text = await readFile(join(folder, 'cluster/postmaster.pid'), 'utf8').catch(() => '0')
  return Number.parseInt(text, 10)
}

export const lockOf = (home: Home) => join(socketFolder(home), '.s.PGSQL.5432.lock')

export async function watchersOf(folder: string): Promise<number[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const lines = await Promise.all(
    pids.map((pid) => readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')),
  )
  return pids
    .filter((_, index) => lines[index]?.startsWith('/bin/sh') && lines[index].includes(folder))
    .map(Number)
}

/** The package as npm unpacks it, without links. */
export async function unlinkedNative(): Promise<string> {
  const native = findNative()
  if (!native) throw new Error('the binaries package is not installed')
  const copy = dirname(await newFolder())
  await cp(dirname(native), copy, { recursive: true, verbatimSymlinks: true })
  const links = JSON.parse(await readFile(join(native, 'pg-symlinks.json'), 'utf8'))
  for (const { target } of links) await rm(join(copy, target), { force: true })
  return join(copy, 'native')
}

/** A killed process that its parent has not asked about yet is dead all the same. */
export function isAlive(pid: number | undefined): boolean {
  if (!pid) return false
  const { stdout } = spawnSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' })
  return stdout.trim() !== '' && !stdout.startsWith('Z')
}

export async function smallDisk(size: string): Promise<string> {
  const folder = dirname(await newFolder())
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size},mode=755`, 'tmpfs', folder])
  undo.push(async () => execFileSync('umount', [folder]))
  return folder
}

function tryMount(): boolean {
  const script =
    'd=$(mktemp -d) && mount -t tmpfs tmpfs "$d" && umount "$d"; s=$?; rmdir "$d"; exit $s'
  return spawnSync('/bin/sh', ['-c', script]).status === 0
}
