import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chown, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import {
  isAlive,
  lockOf,
  newFolder,
  open,
  postmasterOf,
  query,
  spawnOwner,
  start,
  startOwner,
  stoppedHome,
  undo,
  watchersOf,
  within,
} from '../../../test/embedded.ts'
import { chooseAccount } from './embedded/account.ts'
import { socketFolder } from './embedded/home.ts'
import { attachEmbedded, EmbeddedError } from './embedded.ts'

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
