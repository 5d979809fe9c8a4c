import { chmod, mkdir, readdir, rm, stat, statfs, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import {
  canMount,
  canReach,
  isAlive,
  isRoot,
  newFolder,
  nobody,
  othersCanRun,
  postmasterOf,
  query,
  smallDisk,
  start,
  startOwner,
  stoppedHome,
  undo,
  unlinkedNative,
  within,
  withoutEntry,
} from '../../../test/embedded.ts'
import { chooseAccount, waysToRun } from './embedded/account.ts'
import { ensureCluster } from './embedded/cluster.ts'
import { folderError } from './embedded/error.ts'
import { openHome, socketFolder } from './embedded/home.ts'
import { linkLibraries } from './embedded/native.ts'
import { attachEmbedded } from './embedded.ts'

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
    /created by PostgreSQL 99, this Kontor includes PostgreSQL \d\d: make a backup/,
  )
})

test('a folder with something else in it is refused', async () => {
  const folder = await newFolder()
  await mkdir(folder)
  await writeFile(join(folder, 'holiday.jpg'), '')

  await expect(start(folder)).rejects.toThrow('is not empty and does not contain a Kontor database')
})

test('a file in place of the folder is refused', async () => {
  const folder = await newFolder()
  await writeFile(folder, '')

  await expect(start(folder)).rejects.toThrow('is not a folder')
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

test('a read-only file system is not a matter of who owns the folder', () => {
  const error = folderError('/data', Object.assign(new Error('no'), { code: 'EROFS' })) as Error

  expect(error.message).toContain('/data is on a read-only file system')
  expect(error.message).not.toContain('account')
})
