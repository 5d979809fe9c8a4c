import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { startApp } from '../../../test/app.ts'
import { checkSession } from '../checks/session.ts'
import { type Connection, connectClient, connectPool, SESSION } from './db.ts'
import { startEmbedded } from './embedded.ts'
import { migrate } from './migrate.ts'

/** Debian's package. */
const PGBOUNCER = '/usr/sbin/pgbouncer'
const withPgbouncer = test.skipIf(!existsSync(PGBOUNCER))

/** A database whose socket others reach. */
async function startDatabase() {
  const folder = await mkdtemp(join(tmpdir(), 'kontor-pooled-'))
  await chmod(folder, 0o755)
  const postgres = await startEmbedded({ folder: join(folder, 'pg'), purpose: 'pooler.test' })
  afterAll(async () => {
    await postgres.stop()
    await rm(folder, { recursive: true })
  })
  await migrate(postgres.connection)
  return postgres.connection
}

/** With the file that we give to administrators; only addresses, names and what is given here differ. */
async function startPooler(connection: Connection, more: Record<string, string> = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'kontor-pooler-'))
  await chmod(folder, 0o755)
  const port = 20_000 + Math.floor(Math.random() * 20_000)
  const { host, port: to, user, database } = connection
  const settings: Record<string, string> = {
    listen_port: `${port}`,
    auth_type: 'any',
    unix_socket_dir: '',
    ...more,
  }
  const given = await readFile('deploy/postgresql/pgbouncer.ini', 'utf8')
  const text = Object.entries(settings).reduce(
    (file, [name, value]) =>
      `${file.replace(RegExp(`^${name} = .*\n`, 'm'), '')}\n${name} = ${value}`,
    given
      .replace(/^kontor = .*$/m, `kontor = host=${host} port=${to} dbname=${database} user=${user}`)
      .replace(/^auth_file = .*\n/m, ''),
  )
  const file = join(folder, 'pgbouncer.ini')
  await writeFile(file, text, { mode: 0o644 })
  // With the account of the database: it refuses to work as root, and has to reach its socket.
  const { uid, gid } = await stat(host ?? '')
  const pooler = spawn(PGBOUNCER, ['-q', file], { stdio: 'ignore', uid, gid })
  afterAll(async () => {
    pooler.kill('SIGKILL')
    await rm(folder, { recursive: true })
  })
  const through = { host: '127.0.0.1', port, user: 'kontor', database: 'kontor' }
  await untilReady(pooler, through)
  return through
}

async function untilReady(pooler: ChildProcess, connection: Connection): Promise<void> {
  for (;;) {
    try {
      const client = await connectClient(connection)
      return await client.end()
    } catch (error) {
      if (pooler.exitCode !== null || (error as { code?: string }).code !== 'ECONNREFUSED')
        throw error
      await pause(50)
    }
  }
}

/** As the server of the connection has them. */
async function settingsOf(connection: Connection) {
  const pool = connectPool(connection, 1)
  try {
    const names = Object.keys(SESSION)
    const { rows } = await pool.query(
      `select ${names.map((name) => `current_setting('${name}') as ${name}`)}`,
    )
    return rows[0]
  } finally {
    await pool.end()
  }
}

const IN_MINUTES = { ...SESSION, idle_in_transaction_session_timeout: '1min' }

withPgbouncer('the limits of a session arrive through PgBouncer', async () => {
  const own = await startDatabase()
  const connection = await startPooler(own)

  expect(await settingsOf(connection)).toEqual(IN_MINUTES)
  expect(await settingsOf(connection)).toEqual(await settingsOf(own))
  expect(await checkSession(connection)).toMatchObject({ state: 'ok' })
  // A server behind it writes, and hears of what others write.
  const { app, as, admin } = await startApp({ connection })
  const { users } = await as(admin).users.listPeople({ input: {} })
  expect(users.map(({ id }) => id)).toContain(admin.id)
  await expect.poll(() => app.platform.signals.isConnected).toBe(true)
  await expect(app.platform.pool.query('delete from kontor.users')).rejects.toMatchObject({
    code: '25006',
  })
})

withPgbouncer('a pooler that lends sessions for transactions is told of', async () => {
  const own = await startDatabase()
  const connection = await startPooler(own, { pool_mode: 'transaction' })

  expect(await checkSession(connection)).toMatchObject({
    state: 'problem',
    text: expect.stringContaining('set its pool_mode to session'),
  })
  expect(await checkSession(own)).toMatchObject({ state: 'ok' })
})
