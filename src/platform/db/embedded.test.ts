import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import {
  chmod,
  chown,
  cp,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  stat,
  statfs,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { Client } from 'pg'
import { afterEach, expect, test, vi } from 'vitest'
import { chooseAccount, run, waysToRun } from './embedded/account.ts'
import { ensureCluster } from './embedded/cluster.ts'
import { findHome, type Home, openHome, socketFolder } from './embedded/home.ts'
import { trimLog } from './embedded/log.ts'
import { copyNative, findNative, linkLibraries } from './embedded/native.ts'
import { attachEmbedded, type Embedded, EmbeddedError, startEmbedded } from './embedded.ts'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

const module = join(import.meta.dirname, 'embedded.ts')
const node = join(import.meta.dirname, '../../../node_modules/.bin/node')
const isRoot = process.getuid?.() === 0
const nobody = { uid: 65534, gid: 65534 }
const withoutEntry = { uid: 54321, gid: 54321 }
const distribution = '/usr/lib/postgresql/15/bin'
const within = { timeout: 20_000, interval: 20 }

/** A project below a 0700 folder is closed to other accounts, and then the tests of these are left out. */
const othersCanRun = isRoot && spawnSync(node, ['--check', module], nobody).status === 0
const canMount = isRoot && tryMount()
/** Root in a container with the usual capabilities has none that another account could be lent. */
const canReach =
  isRoot &&
  spawnSync('setpriv', ['--inh-caps=+dac_read_search', '--ambient-caps=+dac_read_search', 'true'])
    .status === 0

const undo: (() => Promise<unknown>)[] = []
const servers: Embedded[] = []

afterEach(async () => {
  for (const server of servers.splice(0)) await server.stop()
  for (const step of undo.splice(0).reverse()) await step()
})

test('the first start makes a database, the second finds what was written', async () => {
  const folder = await newFolder()

  const first = await start(folder)
  await query(first, 'create table notes as select 42 as answer')
  await first.stop()
  const second = await start(folder)

  expect(first.attached).toBe(false)
  expect(await query(second, 'select answer from notes')).toEqual([{ answer: 42 }])
})

test('what is written is durable, and nobody comes in over the network', async () => {
  const server = await start(await newFolder(), { max_connections: '33' })
  const show = async (name: string) => (await query(server, `show ${name}`))[0]?.[name]

  expect(await show('fsync')).toBe('on')
  expect(await show('synchronous_commit')).toBe('on')
  expect(await show('full_page_writes')).toBe('on')
  expect(await show('data_checksums')).toBe('on')
  expect(await show('listen_addresses')).toBe('')
  expect(await show('max_connections')).toBe('33')
  expect(await query(server, 'select distinct type from pg_hba_file_rules')).toEqual([
    { type: 'local' },
  ])
  expect((await stat(server.connection.host)).mode & 0o777).toBe(0o700)
})

test('text is UTF-8 with one order on every machine', async () => {
  const server = await start(await newFolder())

  const rows = await query(
    server,
    `select pg_encoding_to_char(encoding) as encoding, datlocprovider as provider, lower('ÄÖЖ')
     from pg_database where datname = current_database()`,
  )

  expect(rows).toEqual([{ encoding: 'UTF8', provider: 'b', lower: 'äöж' }])
})

test('a kill of Kontor and PostgreSQL at once loses nothing that was acknowledged', async () => {
  const folder = await newFolder()
  const owner = await startOwner(folder)
  await query(owner, 'create table notes as select 7 as answer')
  const client = await open(owner)
  // Deaf until it is done: the children of a killed PostgreSQL hold the folder for a while.
  client.query('select count(*) from generate_series(1, 10000000)').catch(() => {})
  await query(owner, 'select 1')

  process.kill(owner.postgres, 'SIGKILL')
  owner.child.kill('SIGKILL')
  const again = await start(folder)

  expect(await query(again, 'select answer from notes')).toEqual([{ answer: 7 }])
})

test('when Kontor is killed PostgreSQL stops by itself', async () => {
  const folder = await newFolder()
  const owner = await startOwner(folder)
  await query(owner, 'create table notes as select 7 as answer')

  owner.child.kill('SIGKILL')

  await expect.poll(() => isAlive(owner.postgres), within).toBe(false)
  expect(await readFile(join(folder, 'postgres.log'), 'utf8')).toContain('fast shutdown')
  expect(await query(await start(folder), 'select answer from notes')).toEqual([{ answer: 7 }])
})

test('a start right after the kill waits for the old server to end', async () => {
  const folder = await newFolder()
  const owner = await startOwner(folder)

  owner.child.kill('SIGKILL')
  const next = await start(folder)

  expect(isAlive(owner.postgres)).toBe(false)
  expect(await query(next, 'select 1 as one')).toEqual([{ one: 1 }])
})

test('a server whose Kontor and watcher are both gone is replaced', async () => {
  const folder = await newFolder()
  const owner = await startOwner(folder)
  for (const pid of await watchersOf(folder)) process.kill(pid, 'SIGKILL')
  owner.child.kill('SIGKILL')
  await expect.poll(() => owner.child.signalCode, within).toBe('SIGKILL')

  expect(await attachEmbedded({ folder, purpose: 'guest' })).toBeUndefined()
  expect(isAlive(owner.postgres)).toBe(true)
  const next = await start(folder)

  expect(isAlive(owner.postgres)).toBe(false)
  expect(await query(next, 'select 1 as one')).toEqual([{ one: 1 }])
})

test('a second owner is refused and told of the first', async () => {
  const folder = await newFolder()
  const owner = await startOwner(folder)

  const second = start(folder)

  await expect(second).rejects.toThrow(EmbeddedError)
  await expect(second).rejects.toThrow(
    `another Kontor ("kontor owner", process ${owner.child.pid}) already uses the data folder ` +
      `${folder}: stop it, or set KONTOR_DATA to another folder`,
  )
  expect(await query(owner, 'select 1 as one')).toEqual([{ one: 1 }])
})

test('of several first starts at one moment one wins, and the others are told', async () => {
  const folder = await newFolder()

  const results = await Promise.allSettled([start(folder), start(folder), start(folder)])

  const refusals = results.flatMap((result) =>
    result.status === 'rejected' ? [String(result.reason)] : [],
  )
  expect(refusals).toHaveLength(2)
  for (const refusal of refusals) expect(refusal).toContain('another Kontor ("test", process')
  expect((await readdir(folder)).sort()).toEqual(['cluster', 'pg_hba.conf', 'postgres.log', 's'])
})

test('a guest sees the data and leaves the server running', async () => {
  const folder = await newFolder()
  const owner = await start(folder)
  await query(owner, 'create table notes as select 42 as answer')

  const guest = await attachEmbedded({ folder, purpose: 'kontor backup' })

  expect(guest).toMatchObject({ attached: true, connection: owner.connection })
  await guest?.stop()
  expect(await query(owner, 'select answer from notes')).toEqual([{ answer: 42 }])
})

test('where nothing runs there is nothing to attach to', async () => {
  const folder = await newFolder()
  expect(await attachEmbedded({ folder, purpose: 'guest' })).toBeUndefined()
  expect(existsSync(folder)).toBe(false)

  await (await start(folder)).stop()

  expect(await attachEmbedded({ folder, purpose: 'guest' })).toBeUndefined()
})

test('the files of a dead server may name the process id of a stranger', async () => {
  const folder = await newFolder()
  const home = await stoppedHome(folder)
  const account = await chooseAccount(home)
  const stranger = spawn('sleep', ['300'], { ...account, stdio: 'ignore' })
  undo.push(async () => stranger.kill())
  const lines = [stranger.pid, home.cluster, 1, 5432, socketFolder(home), '', '  1  1', 'ready   ']
  const owned = { mode: 0o600, flag: 'wx' }
  await writeFile(join(home.cluster, 'postmaster.pid'), `${lines.join('\n')}\n`, owned)
  await writeFile(join(socketFolder(home), '.s.PGSQL.5432.lock'), `${lines.join('\n')}\n`, owned)
  for (const path of [join(home.cluster, 'postmaster.pid'), lockOf(home)]) {
    if (account) await chown(path, account.uid, account.gid)
  }

  expect(await attachEmbedded({ folder, purpose: 'guest' })).toBeUndefined()
  const server = await start(folder)

  expect(await query(server, 'select 1 as one')).toEqual([{ one: 1 }])
  expect(isAlive(stranger.pid)).toBe(true)
})

test('a first start that is killed half-way leaves a folder that starts', async () => {
  const folder = await newFolder()
  const child = spawnOwner(folder)
  const begun = async () => (await readdir(folder).catch(() => [])).join()
  await expect.poll(begun, within).toContain('cluster.new-')

  child.kill('SIGKILL')
  const server = await start(folder)

  expect(await query(server, 'select 1 as one')).toEqual([{ one: 1 }])
})

test('the owner hears of the end of its server, with the reason', async () => {
  const folder = await newFolder()
  const server = await start(folder)

  process.kill(await postmasterOf(folder), 'SIGKILL')

  expect(await server.exited).toMatch(
    /ended unexpectedly \(killed by SIGKILL\)\n.*ready to accept/s,
  )
})

test('the owner hears of the loss of its lock, and can still stop the server', async () => {
  const folder = await newFolder()
  const server = await start(folder)
  const postgres = await postmasterOf(folder)

  await query(
    server,
    `select pg_terminate_backend(pid) from pg_stat_activity where application_name like 'test %'`,
  )

  expect(await server.exited).toContain(`the connection that holds PostgreSQL on the data folder`)
  await server.stop()
  expect(isAlive(postgres)).toBe(false)
})

test('an ordered stop is no unexpected end, and a second one is harmless', async () => {
  const folder = await newFolder()
  const server = await start(folder)
  const postgres = await postmasterOf(folder)
  let reason: string | undefined
  void server.exited.then((told) => {
    reason = told
  })

  await Promise.all([server.stop(), server.stop()])

  expect(isAlive(postgres)).toBe(false)
  await (await start(folder)).stop()
  expect(reason).toBeUndefined()
})

test('the server does not keep its Kontor alive', async () => {
  const folder = await newFolder()

  const child = spawnOwner(folder, { body: '' })

  await expect.poll(() => child.exitCode, within).toBe(0)
  await expect.poll(() => postmasterOf(folder), within).toBe(0)
})

test('a long folder has its socket in a private folder elsewhere', async () => {
  const folder = join(await newFolder(), 'long'.repeat(30))
  const server = await start(folder)
  const socket = server.connection.host
  undo.push(() => rm(socket, { recursive: true }))

  expect(dirname(socket)).toBe(tmpdir())
  expect((await stat(socket)).mode & 0o777).toBe(0o700)
  expect(await query(server, 'select 1 as one')).toEqual([{ one: 1 }])
  expect(await attachEmbedded({ folder, purpose: 'guest' })).toMatchObject({ attached: true })
})

test('a socket folder that others can enter is refused', async () => {
  const folder = join(await newFolder(), 'long'.repeat(30))
  const socket = socketFolder(await openHome(folder))
  await mkdir(socket)
  await chmod(socket, 0o755)
  undo.push(() => rm(socket, { recursive: true }))

  await expect(start(folder)).rejects.toThrow(`the socket folder ${socket} is not private`)
})

test('a folder may have spaces, commas and quotes in its name', async () => {
  const server = await start(join(await newFolder(), `Ann's "own", files`))

  expect(await query(server, 'select 1 as one')).toEqual([{ one: 1 }])
})

test('a folder of another PostgreSQL is refused with both versions', async () => {
  const folder = await newFolder()
  const home = await stoppedHome(folder)
  await writeFile(join(home.cluster, 'PG_VERSION'), '99\n')

  await expect(start(folder)).rejects.toThrow(
    /made by PostgreSQL 99, this Kontor brings PostgreSQL \d\d: make a backup/,
  )
})

test('a folder with something else in it is refused', async () => {
  const folder = await newFolder()
  await mkdir(folder)
  await writeFile(join(folder, 'holiday.jpg'), '')

  await expect(start(folder)).rejects.toThrow('is not empty and holds no database of Kontor')
})

test('a file in place of the folder is refused', async () => {
  const folder = await newFolder()
  await writeFile(folder, '')

  await expect(start(folder)).rejects.toThrow('is not a folder')
})

test('a setting that PostgreSQL does not know is told in its own words', async () => {
  const failed = start(await newFolder(), { no_such_setting: 'on' })

  await expect(failed).rejects.toThrow(
    /could not start on the data folder .*\n.*unrecognized configuration parameter/,
  )
})

test.skipIf(!existsSync(distribution))(
  "a folder made by the distribution's PostgreSQL keeps running on it",
  async () => {
    const folder = await newFolder()
    const home = await openHome(folder)
    const account = await chooseAccount(home)
    const way = waysToRun(account)[0] ?? { prefix: [] }
    await ensureCluster(home, { folder: distribution, major: 15, way, account })

    const server = await start(folder)

    const [row] = await query(
      server,
      `select version(), lower('Ä'), current_setting('data_checksums') as sums`,
    )
    expect(row).toMatchObject({
      version: expect.stringContaining('PostgreSQL 15'),
      lower: 'ä',
      sums: 'on',
    })
  },
)

test('missing library links are laid, by several processes at once', async () => {
  const native = await unlinkedNative()
  const postgres = join(native, 'bin/postgres')
  expect((await run({ prefix: [] }, postgres, ['--version'])).ok).toBe(false)

  expect(await Promise.all([linkLibraries(native), linkLibraries(native)])).toEqual([true, true])

  expect((await run({ prefix: [] }, postgres, ['--version'])).output).toContain('PostgreSQL')
})

test('programs that are closed to others are copied into the data folder once', async () => {
  const native = await unlinkedNative()
  await chmod(join(native, 'bin/postgres'), 0o700)
  const home = await openHome(await newFolder())

  const copies = await Promise.all([copyNative(native, home), copyNative(native, home)])

  const postgres = join(copies[0], 'bin/postgres')
  expect(copies[1]).toBe(copies[0])
  expect((await stat(postgres)).mode & 0o777).toBe(0o755)
  expect((await run({ prefix: [] }, postgres, ['--version'])).output).toContain('PostgreSQL')
  expect(await readdir(home.folder)).toHaveLength(1)
})

test('a long log is cut and its former part kept', async () => {
  const home = await openHome(await newFolder())
  await writeFile(home.log, 'line\n'.repeat(100))

  await trimLog(home, 1000)
  expect((await stat(home.log)).size).toBe(500)
  await trimLog(home, 500)

  expect((await stat(home.log)).size).toBe(0)
  expect((await stat(`${home.log}.old`)).size).toBe(500)
})

test.skipIf(!isRoot)('as root PostgreSQL runs as another account', async () => {
  const folder = await newFolder()

  await start(folder)

  const { uid } = await stat(`/proc/${await postmasterOf(folder)}`)
  expect(uid).not.toBe(0)
  expect((await stat(join(folder, 'cluster'))).uid).toBe(uid)
  expect((await stat(folder)).uid).toBe(0)
})

test.skipIf(!canReach)('as root the data folder may lie below a 0700 folder', async () => {
  const folder = await newFolder(0o700)

  const server = await start(folder)

  expect((await stat(`/proc/${await postmasterOf(folder)}`)).uid).not.toBe(0)
  expect(await query(server, 'select 1 as one')).toEqual([{ one: 1 }])
})

test.skipIf(!canReach)('as root the programs may lie below a 0700 folder', async () => {
  const native = await unlinkedNative()
  await linkLibraries(native)
  await chmod(dirname(native), 0o700)
  const folder = await newFolder(0o700)
  const home = await openHome(folder)
  const account = await chooseAccount(home)
  const way = waysToRun(account)[1] ?? { prefix: [] }

  await ensureCluster(home, { folder: join(native, 'bin'), major: 18, way, account })

  expect(await query(await start(folder), 'select 1 as one')).toEqual([{ one: 1 }])
})

test.skipIf(!othersCanRun)('an ordinary user runs it as himself', async () => {
  const folder = await newFolder(0o755, nobody)

  const owner = await startOwner(folder, { account: nobody })

  expect((await stat(`/proc/${owner.postgres}`)).uid).toBe(nobody.uid)
  expect(await query(owner, 'select 1 as one')).toEqual([{ one: 1 }])
  owner.child.kill('SIGKILL')
  await expect.poll(() => isAlive(owner.postgres), within).toBe(false)
})

test.skipIf(!othersCanRun)('a folder that cannot be written is named', async () => {
  const folder = await newFolder(0o755)

  const failed = startOwner(folder, { account: nobody })

  await expect(failed).rejects.toThrow(`the data folder ${folder} cannot be read and written`)
})

test.skipIf(!othersCanRun)(
  'an account without an entry in /etc/passwd is told what to do',
  async () => {
    const folder = await newFolder(0o755, withoutEntry)

    const failed = startOwner(folder, { account: withoutEntry })

    await expect(failed).rejects.toThrow(/entry in \/etc\/passwd: .*DATABASE_URL/)
  },
)

test.skipIf(!canMount)('a disk that is too small for the first start is called full', async () => {
  const folder = join(await smallDisk('20m'), 'pg')

  await expect(start(folder)).rejects.toThrow(
    /the disk of the data folder .* is full.*(No space|free disk space)/s,
  )

  expect(await readdir(folder)).toEqual(['pg_hba.conf'])
})

test.skipIf(!canMount)(
  'a disk that is full at a later start is called full, and starts when freed',
  async () => {
    const disk = await smallDisk('200m')
    const folder = join(disk, 'pg')
    // On a full disk PostgreSQL cannot even begin a log to say so.
    await rm((await stoppedHome(folder)).log)
    const filler = join(disk, 'filler')
    const { bavail, bsize } = await statfs(disk)
    await writeFile(filler, Buffer.alloc(bavail * bsize))

    await expect(start(folder)).rejects.toThrow(/the disk of the data folder .* is full/)
    await rm(filler)

    expect(await query(await start(folder), 'select 1 as one')).toEqual([{ one: 1 }])
  },
)

async function start(folder: string, settings?: Record<string, string>): Promise<Embedded> {
  const server = await startEmbedded({ folder, purpose: 'test', settings })
  servers.push(server)
  return server
}

async function stoppedHome(folder: string): Promise<Home> {
  await (await start(folder)).stop()
  const home = await findHome(folder)
  if (!home) throw new Error(`${folder} is gone`)
  return home
}

/** A folder that does not exist yet, below one with this mode and owner. */
async function newFolder(mode = 0o755, owner?: { uid: number; gid: number }): Promise<string> {
  const parent = await mkdtemp(join(tmpdir(), 'kontor-embedded-'))
  undo.push(() => rm(parent, { recursive: true, force: true, maxRetries: 5 }))
  await chmod(parent, mode)
  if (owner) await chown(parent, owner.uid, owner.gid)
  return join(parent, 'pg')
}

type OwnerOptions = { body?: string; account?: { uid: number; gid: number } }

function spawnOwner(folder: string, options: OwnerOptions = {}): ChildProcess {
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
async function startOwner(folder: string, options: OwnerOptions = {}) {
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

async function open({ connection }: Pick<Embedded, 'connection'>): Promise<Client> {
  const client = new Client(connection)
  client.on('error', () => {})
  await client.connect()
  return client
}

async function query(server: Pick<Embedded, 'connection'>, sql: string) {
  const client = await open(server)
  return client
    .query(sql)
    .then(({ rows }) => rows)
    .finally(() => client.end())
}

async function postmasterOf(folder: string): Promise<number> {
  const text = await readFile(join(folder, 'cluster/postmaster.pid'), 'utf8').catch(() => '0')
  return Number.parseInt(text, 10)
}

const lockOf = (home: Home) => join(socketFolder(home), '.s.PGSQL.5432.lock')

async function watchersOf(folder: string): Promise<number[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const lines = await Promise.all(
    pids.map((pid) => readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')),
  )
  return pids
    .filter((_, index) => lines[index]?.startsWith('/bin/sh') && lines[index].includes(folder))
    .map(Number)
}

/** The package as npm unpacks it, without links. */
async function unlinkedNative(): Promise<string> {
  const native = findNative()
  if (!native) throw new Error('the binaries package is not installed')
  const copy = dirname(await newFolder())
  await cp(dirname(native), copy, { recursive: true, verbatimSymlinks: true })
  const links = JSON.parse(await readFile(join(native, 'pg-symlinks.json'), 'utf8'))
  for (const { target } of links) await rm(join(copy, target), { force: true })
  return join(copy, 'native')
}

/** A killed process that its parent has not asked about yet is dead all the same. */
function isAlive(pid: number | undefined): boolean {
  if (!pid) return false
  const { stdout } = spawnSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' })
  return stdout.trim() !== '' && !stdout.startsWith('Z')
}

async function smallDisk(size: string): Promise<string> {
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
