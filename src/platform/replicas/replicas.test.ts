import { execFileSync } from 'node:child_process'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { startApp } from '../../../test/app.ts'
import { appSolution } from '../../../test/solution.ts'
import { connectClient } from '../db/db.ts'
import { type Embedded, startEmbedded } from '../db/embedded.ts'
import { migrate } from '../db/migrate.ts'

/** A primary and two standbys that follow it, with the embedded PostgreSQL. */
const folder = await mkdtemp(join(tmpdir(), 'kontor-replicas-'))
await chmod(folder, 0o755)
const hba = join(folder, 'hba.conf')
await writeFile(hba, 'local all all trust\nlocal replication all trust\n', { mode: 0o644 })
const open = (name: string, settings = {}) =>
  startEmbedded({
    folder: join(folder, name),
    purpose: 'test',
    settings: { hba_file: hba, ...settings },
  })
const first = await open('primary')
await migrate(first.connection)
await first.stop()
for (const name of ['one', 'two']) {
  execFileSync('cp', ['-a', join(folder, 'primary'), join(folder, name)])
  // With its account: the folder of the cluster belongs to that of PostgreSQL.
  const cluster = join(folder, name, 'cluster')
  execFileSync('cp', ['-a', join(cluster, 'PG_VERSION'), join(cluster, 'standby.signal')])
}
const primary = await open('primary')
const follow = (name: string) => {
  const { host, port, user } = primary.connection
  return open(name, { primary_conninfo: `host=${host} port=${port} user=${user}` })
}
const one = await follow('one')
const standbys = { one, two: await follow('two') }
afterAll(async () => {
  for (const each of [standbys.one, standbys.two, primary]) await each.stop()
  await rm(folder, { recursive: true })
})

const urlOf = (servers: Embedded[]) =>
  `postgres://kontor@${servers.map(({ connection: { host, port } }) => `${encodeURIComponent(host)}:${port}`)}/kontor`

const ask = async ({ connection }: Embedded, text: string) => {
  const client = await connectClient(connection)
  await client.query(text)
  await client.end()
}

const { app, as, admin, request } = await startApp({
  connection: primary.connection,
  // The primary among them is not used as a standby.
  environment: { DATABASE_READ_URL: urlOf([primary, standbys.one, standbys.two]) },
})
const { replicas } = app.platform
if (!replicas) throw new Error('the server knows no replicas')
const used = () => replicas.all.map(({ isUsable }) => isUsable)
const within = { timeout: 60_000 }
const params = { namespace: 'crm', code: 'rows' }
const yaml = 'name: Rows\nfields:\n  title: { name: Title, type: STRING, required: true }\n'
const { apps, solutions } = as(admin)
await solutions.apply({ input: { files: appSolution('crm', 'rows', yaml) } })

let number = 0
/** Writes and reads at once what was written; who has answered the reads. */
async function writeAndRead(times: number) {
  const before = { ...replicas?.answered }
  for (let n = 0; n < times; n++) {
    const title = `row ${++number}`
    await apps.createItem({ params, input: { context: { title } } })
    const { result } = await apps.listItems({ params, input: { size: 100 } })
    expect(result.total).toBe(number)
    expect(result.result.map(({ title }) => title)).toContain(title)
  }
  const after = { ...replicas?.answered }
  return {
    replica: (after.replica ?? 0) - (before.replica ?? 0),
    primary: (after.primary ?? 0) - (before.primary ?? 0),
  }
}

test('reads go to the replicas, and whoever has written reads it', async () => {
  await expect.poll(used, within).toEqual([false, true, true])

  expect((await writeAndRead(20)).replica).toBeGreaterThan(0)
}, 120_000)

test('while no replica goes on, the primary answers', async () => {
  await expect.poll(used, within).toEqual([false, true, true])
  for (const each of [standbys.one, standbys.two]) await ask(each, 'select pg_wal_replay_pause()')

  expect(await writeAndRead(5)).toEqual({ replica: 0, primary: 5 })

  const headers = { authorization: `Bearer ${admin.token}` }
  const metrics = async () => (await request('/metrics', { headers })).text()
  await expect.poll(metrics, within).toMatch(/^kontor_replica_lag_bytes\{.*\} [1-9]/m)
  expect(used()).toEqual([false, false, false])
  for (const each of [standbys.one, standbys.two]) await ask(each, 'select pg_wal_replay_resume()')
  await expect.poll(used, within).toEqual([false, true, true])
  expect((await writeAndRead(20)).replica).toBeGreaterThan(0)
}, 120_000)

test('a lost replica is left out at once, and taken back when it is there again', async () => {
  await expect.poll(used, within).toEqual([false, true, true])

  const stopping = standbys.two.stop()
  await writeAndRead(10)
  await stopping
  await writeAndRead(10)
  expect(used()[2]).toBe(false)
  // The other one still answers.
  await expect.poll(used, within).toEqual([false, true, false])
  expect((await writeAndRead(20)).replica).toBeGreaterThan(0)

  standbys.two = await follow('two')
  await expect.poll(used, within).toEqual([false, true, true])
}, 120_000)

test('what a replica fails with is asked of the primary', async () => {
  await expect.poll(used, within).toEqual([false, true, true])
  const missing = apps.getItem({ params: { ...params, id: admin.id } })
  await expect(missing).rejects.toMatchObject({ code: 'not_found' })

  const { text } = await apps.exportItems({ params, input: {} })
  expect(text).toContain(`row ${number}`)
}, 120_000)
