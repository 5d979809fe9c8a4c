import { execFileSync } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { startApp } from '../../../test/app.ts'
import { listTree } from '../../../test/process-tree.ts'
import { readDatabaseUrl, withoutPassword } from './database-url.ts'
import { connectClient, connectPool } from './db.ts'
import { type Embedded, startEmbedded } from './embedded.ts'
import { connectionOf } from './hosts.ts'
import { migrate } from './migrate.ts'
import { raw } from './sql.ts'
import { Transaction } from './transaction.ts'

const folder = await mkdtemp(join(tmpdir(), 'kontor-hosts-'))
execFileSync('chmod', ['755', folder])
afterAll(() => rm(folder, { recursive: true }))
const open = (name: string, settings = {}) =>
  startEmbedded({ folder: join(folder, name), purpose: 'test', settings })

const first = await open('primary')
await migrate(first.connection)
await first.stop()
for (const name of ['standby', 'closed']) {
  execFileSync('cp', ['-a', join(folder, 'primary'), join(folder, name)])
}
// With its account: the folder of the cluster belongs to that of PostgreSQL.
const signal = join(folder, 'standby/cluster/standby.signal')
execFileSync('cp', ['-a', join(folder, 'standby/cluster/PG_VERSION'), signal])
const primary = await open('primary')
const standby = await open('standby')
const closed = await open('closed', { default_transaction_read_only: 'on', max_connections: '8' })
afterAll(() => Promise.all([primary, standby, closed].map((each) => each.stop())))

const placeOf = ({ connection: { host, port } }: Pick<Embedded, 'connection'>) =>
  `${encodeURIComponent(host)}:${port}`
const urlOf = (servers: Embedded[], query = '') =>
  `postgres://kontor@${servers.map(placeOf).join(',')}/kontor${query}`

async function ask(url: string, text: string): Promise<unknown> {
  const client = await connectClient(connectionOf(url))
  const { rows } = await client.query({ text, rowMode: 'array' })
  await client.end()
  return rows[0]?.[0]
}

const isStandby = (servers: Embedded[], query = '') =>
  ask(urlOf(servers, query), 'select pg_is_in_recovery()')
const socketOf = (servers: Embedded[], query = '') =>
  ask(urlOf(servers, query), 'show unix_socket_directories')

test('of several hosts the one that can be written to is used, wherever it is named', async () => {
  expect(await isStandby([standby, primary])).toBe(false)
  expect(await isStandby([primary, standby])).toBe(false)
  expect(await socketOf([closed, standby, primary])).toContain(primary.connection.host)
})

test('target_session_attrs says which servers will do', async () => {
  expect(await isStandby([standby, primary], '?target_session_attrs=primary')).toBe(false)
  expect(await isStandby([standby], '?target_session_attrs=any')).toBe(true)
  expect(await isStandby([closed], '?target_session_attrs=primary')).toBe(false)
  await expect(isStandby([standby], '?target_session_attrs=read-write')).rejects.toThrow(
    `no server can be used: ${standby.connection.host}:5432 is a standby`,
  )
  await expect(isStandby([closed], '?target_session_attrs=read-write')).rejects.toThrow(
    'is read-only',
  )
})

test('a full server is not taken for a lost one', async () => {
  const url = urlOf([closed], '?target_session_attrs=primary')
  const clients: pg.Client[] = []
  const connectOneMore = async () => {
    try {
      clients.push(await connectClient(connectionOf(url)))
    } catch (error) {
      return (error as pg.DatabaseError).code
    }
  }

  // The connection that searched for the server takes a place as well, and leaves it a moment later.
  await expect.poll(connectOneMore).toBe('53300')

  for (const client of clients) await client.end()
})

test('a server that takes no writes is told as one that is away', async () => {
  const pool = connectPool(standby.connection, 1)
  const insert = raw(`insert into kontor.storage_entries default values`)

  for (const last of [[], [insert]]) {
    const transaction = new Transaction(pool)
    const write = last.length > 0 ? transaction.commit(last) : transaction.db.run(insert)
    await expect(write).rejects.toMatchObject({ code: 'unavailable', retryAfter: 1 })
    await transaction.rollback(undefined)
  }

  await pool.end()
})

test('URLs are read as libpq does', () => {
  const hosts = [
    { host: 'one', port: 5432 },
    { host: '::1', port: 5433 },
  ]
  expect(readDatabaseUrl('postgres://u:p@one,[::1]:5433/kontor?sslmode=verify-full')).toEqual({
    url: 'postgres://u:p@one/kontor?sslmode=verify-full',
    choice: { hosts, target: 'read-write' },
  })
  expect(readDatabaseUrl('postgres://u@one/kontor?a=b')).toEqual({
    url: 'postgres://u@one/kontor?a=b',
  })
  expect(() => readDatabaseUrl('postgres://one,two:x/kontor')).toThrow('expected hosts')
  expect(() => readDatabaseUrl('postgres://one,/kontor')).toThrow('expected hosts')
  expect(() => readDatabaseUrl('postgres://one/k?target_session_attrs=standby')).toThrow(
    'expected target_session_attrs any, read-write, primary',
  )
})

test.each([
  ['postgres://u:secret@one,two/k', 'postgres://u:***@one,two/k'],
  ['postgres://u:sec:r@et@one/k', 'postgres://u:***@one/k'],
  ['postgres://one,two/k?password=secret&user=u', 'postgres://one,two/k?password=***&user=u'],
  ['postgres://u:se/cret@one/k', 'postgres://…'],
])('%s is told as %s', (url, told) => {
  expect(withoutPassword(url)).toBe(told)
})

async function signalPrimary(name: NodeJS.Signals) {
  const file = await readFile(join(folder, 'primary/cluster/postmaster.pid'), 'utf8')
  for (const pid of listTree(Number.parseInt(file, 10))) process.kill(pid, name)
}

test('when the leader freezes, writes go on at the promoted standby, and are refused with 503 until then', async () => {
  const connection = connectionOf(urlOf([primary, standby]))
  const { app, request, admin, make } = await startApp({
    connection,
    environment: { KONTOR_WORKERS: '1' },
  })
  await app.startJobs()
  const statuses = new Set<number>()
  const write = async ({ token } = admin) => {
    const { status } = await request('/manage/v1/me/settings/hosts', {
      method: 'PUT',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ value: 'x' }),
    })
    statuses.add(status)
    return status
  }
  expect(await write()).toBeLessThan(300)
  statuses.clear()

  await signalPrimary('SIGSTOP')
  onTestFinished(() => signalPrimary('SIGCONT'))
  await write()
  const client = await connectClient(standby.connection)
  await client.query('select pg_promote()')
  await client.end()

  // The caller is unknown there: the standby is a copy from before.
  await expect.poll(() => write()).toBe(401)
  expect([...statuses].sort()).toEqual([401, 503])
  expect(await write(await make.user({ isAdministrator: true }))).toBeLessThan(300)
  await expect.poll(async () => (await request('/health/ready')).status).toBe(200)
})
