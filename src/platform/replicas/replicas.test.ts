import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { type AddressInfo, connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, onTestFinished, test, vi } from 'vitest'
import { startApp } from '../../../test/app.ts'
import { listTree } from '../../../test/process-tree.ts'
import { appSolution } from '../../../test/solution.ts'
import { startPrimary, urlOf } from '../../../test/standbys.ts'
import { AppError } from '../../lib/errors.ts'
import { connectClient, connectPool, poolDb } from '../db/db.ts'
import type { Embedded } from '../db/embedded.ts'
import { makeLog } from '../log.ts'
import { Replicas } from './replicas.ts'

/** A primary and two standbys that follow it, with the embedded PostgreSQL. */
const folder = await mkdtemp(join(tmpdir(), 'kontor-replicas-'))
const { primary, follow } = await startPrimary(folder, ['one', 'two', 'apart'])
const standbys = { one: await follow('one'), two: await follow('two') }
afterAll(async () => {
  for (const each of [standbys.one, standbys.two, primary]) await each.stop()
  await rm(folder, { recursive: true })
})

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
})

test('while no replica goes on, the primary answers', async () => {
  await expect.poll(used, within).toEqual([false, true, true])
  for (const each of [standbys.one, standbys.two]) await ask(each, 'select pg_wal_replay_pause()')

  expect(await writeAndRead(5)).toEqual({ replica: 0, primary: 5 })

  const headers = { authorization: `Bearer ${admin.token}` }
  const metrics = async () => (await request('/metrics', { headers })).text()
  await expect.poll(metrics, within).toMatch(/^kontor_replica_lag_bytes\{.*\} [1-9]/m)
  expect(used()).toEqual([false, false, false])
  // The primary is behind nobody.
  expect(replicas.all[0]?.lag).toEqual({ bytes: 0, seconds: 0 })
  for (const each of [standbys.one, standbys.two]) await ask(each, 'select pg_wal_replay_resume()')
  await expect.poll(used, within).toEqual([false, true, true])
  expect((await writeAndRead(20)).replica).toBeGreaterThan(0)
})

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
})

test('what a replica fails with is asked of the primary, which is counted', async () => {
  await expect.poll(used, within).toEqual([false, true, true])
  const before = { ...replicas.answered }
  const fail = () => Promise.reject(new Error('relation "rows" does not exist'))
  const spies = replicas.all.flatMap(({ pool }) => [
    vi.spyOn(pool, 'query').mockImplementation(fail),
    vi.spyOn(pool, 'connect').mockImplementation(fail),
  ])

  const { result } = await apps.listItems({ params, input: {} })
  for (const spy of spies) spy.mockRestore()

  expect(result.total).toBe(number)
  expect(replicas.answered).toEqual({ ...before, primary: before.primary + 1 })
  const { text } = await apps.exportItems({ params, input: {} })
  expect(text).toContain(`row ${number}`)
})

test('what is up to the caller is not asked of the primary again', async () => {
  await expect.poll(used, within).toEqual([false, true, true])
  const before = { ...replicas.answered }
  for (const [code, status] of [
    ['timeout', 408],
    ['too_many', 429],
    ['unavailable', 503],
  ] as const) {
    const fail = () => Promise.reject(new AppError(code, 'no'))
    const spies = replicas.all.map(({ pool }) => vi.spyOn(pool, 'connect').mockImplementation(fail))

    const reading = apps.listItems({ params, input: {} })

    await expect(reading).rejects.toMatchObject({ status })
    for (const spy of spies) spy.mockRestore()
  }
  expect(replicas.answered).toEqual(before)
})

const LATE = 'timeout exceeded when trying to connect'

test('a replica whose connections are all in use is not lost', async () => {
  await expect.poll(used, within).toEqual([false, true, true])
  const running = replicas.all[1]?.pool.query('select pg_sleep(1)')

  replicas.all[1]?.noteError(new Error(LATE))

  expect(used()).toEqual([false, true, true])
  await running
})

test('a process that was too busy to read the answers of its replicas does not lose them', async () => {
  await expect.poll(used, within).toEqual([false, true, true])
  const replica = replicas.all[1]
  const looked = replica?.reaches(0)
  // The question is on its way, and the answer is not read.
  await new Promise(setImmediate)

  const until = performance.now() + 1500
  while (performance.now() < until);

  expect(await looked).toBe(true)
})

test('while the address of the primary leads to a standby, nobody else is asked to answer', async () => {
  const pool = connectPool(standbys.one.connection, 1)
  onTestFinished(() => pool.end())
  const url = urlOf([standbys.two])
  const others = new Replicas({ url, size: 1, db: poolDb(pool), log: makeLog('silent') })
  for (const each of others.all) each.isUsable = true

  expect(await others.take()).toBeUndefined()
})

/** One name for both standbys, which takes them in turns. */
async function startBalancer() {
  const servers = [standbys.one, standbys.two]
  let asked = 0
  const proxy = createServer((from) => {
    const { host, port } = servers[asked++ % 2]?.connection ?? {}
    const to = connect(join(host ?? '', `.s.PGSQL.${port}`))
    for (const socket of [from, to]) socket.on('error', () => undefined)
    from.pipe(to).pipe(from)
  }).listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  onTestFinished(() => void proxy.close())
  return `postgres://kontor@127.0.0.1:${(proxy.address() as AddressInfo).port}/kontor`
}

test('a name that stands for several standbys is not used', async () => {
  const url = await startBalancer()
  const log = makeLog('silent')
  const told = vi.spyOn(log, 'warn')
  const several = new Replicas({ url, size: 2, db: app.platform.db, log })
  several.start()
  onTestFinished(() => several.stop())
  const [replica] = several.all
  await expect.poll(() => replica?.isUsable, within).toBe(true)

  // Asked again if the line was new and knew no server yet.
  const ask = () =>
    replica?.pool.query('select 1').then(
      () => '',
      (error: Error) => error.message,
    )
  await expect.poll(ask, within).toContain('stands for several servers')

  await expect.poll(() => replica?.isUsable, within).toBe(false)
  expect(told.mock.calls.map(([about]) => about)).toContainEqual(
    expect.objectContaining({ reason: 'its name stands for several servers' }),
  )
})

test('that one of all members is the primary is no warning, that one is no standby is', async () => {
  const apart = await follow('apart')
  onTestFinished(() => apart.stop())
  await ask(apart, 'select pg_promote()')
  const log = makeLog('silent')
  const [info, warn] = [vi.spyOn(log, 'info'), vi.spyOn(log, 'warn')]
  const members = [primary, standbys.one, apart]
  const all = new Replicas({ url: urlOf(members), size: 1, db: app.platform.db, log })
  all.start()
  onTestFinished(() => all.stop())

  await expect.poll(() => info.mock.calls.length + warn.mock.calls.length, within).toBe(3)
  const [first, follower, other] = all.all.map(({ name }) => name)
  expect(info.mock.calls.map(([about]) => about)).toEqual(
    expect.arrayContaining([
      { replica: first, reason: 'it is the primary' },
      { replica: follower },
    ]),
  )
  expect(warn.mock.calls.map(([about]) => about)).toEqual([
    { replica: other, reason: 'it is no standby' },
  ])
})

/** Stops all its processes where they are: nobody hangs up. */
async function freeze(name: string): Promise<() => void> {
  const file = await readFile(join(folder, name, 'cluster/postmaster.pid'), 'utf8')
  const signal = (sent: NodeJS.Signals) => {
    for (const pid of listTree(Number.parseInt(file, 10))) process.kill(pid, sent)
  }
  signal('SIGSTOP')
  return () => signal('SIGCONT')
}

test('an export from a frozen replica breaks off', async () => {
  await expect.poll(used, within).toEqual([false, true, true])
  const client = await replicas.all[1]?.connect()
  const thaw = await freeze('one')

  const waiting = client?.query('select 1').catch((error: Error) => error.message)
  const answer = await waiting?.finally(thaw)

  expect(answer).toContain('Connection terminated')
})
