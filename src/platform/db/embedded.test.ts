import { existsSync } from 'node:fs'
import { chmod, readdir, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { distribution, newFolder, query, start, unlinkedNative } from '../../../test/embedded.ts'
import { chooseAccount, run, waysToRun } from './embedded/account.ts'
import { ensureCluster } from './embedded/cluster.ts'
import { openHome } from './embedded/home.ts'
import { trimLog } from './embedded/log.ts'
import { copyNative, linkLibraries } from './embedded/native.ts'

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
  await query(server, 'create extension pg_trgm')
  expect(await query(server, `select cardinality(show_trgm('Жук')) as trigrams`)).toEqual([
    { trigrams: 4 },
  ])
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
