import { mkdtemp, rm } from 'node:fs/promises'
import { connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { newDatabase } from '../../test/app.ts'
import { connectClient, connectPool, poolDb } from './db/db.ts'
import { OpenConnections } from './db/open-connections.ts'
import { quick, sql } from './db/sql.ts'
import { makeLog } from './log.ts'
import { CHANNEL, Signals } from './signals.ts'

const connection = await newDatabase()
const client = await connectClient(connection)
afterAll(() => client.end())

const LOST = 'the server is lost'

async function listen(given = connection, beat?: number) {
  const heard: string[] = []
  const open = new OpenConnections()
  const to = open.track(given)
  const onServerLost = () => heard.push(LOST)
  const signals = new Signals(to, makeLog('silent'), {
    onServerLost,
    witness: () => open.witness(),
    ...(beat && { beat }),
  })
  for (const topic of ['a', 'b']) signals.on(topic, () => heard.push(topic))
  await signals.start()
  heard.length = 0
  onTestFinished(() => signals.stop())
  return { signals, heard, to }
}

const tell = (topic: string) => client.query('select pg_notify($1, $2)', [CHANNEL, topic])

test('a signal reaches the listeners of its topic', async () => {
  const { heard } = await listen()

  await tell('a')
  await tell('nobody listens to this')
  await tell('b')

  await expect.poll(() => heard).toEqual(['a', 'b'])
})

test('a signal is delivered after the commit, and not after a rollback', async () => {
  const { heard } = await listen()

  await client.query('begin')
  await tell('a')
  await client.query('rollback')
  await client.query('begin')
  await tell('b')
  expect(heard).toEqual([])
  await client.query('commit')

  await expect.poll(() => heard).toEqual(['b'])
})

test('after a lost connection every topic counts as changed, and there is one connection again', async () => {
  const { signals, heard } = await listen()
  const listeners = `select pid from pg_stat_activity
    where datname = current_database() and application_name = 'kontor signals'`

  await client.query(`select pg_terminate_backend(pid) from (${listeners}) l`)
  await expect.poll(() => signals.isConnected).toBe(false)

  await expect.poll(() => signals.isConnected).toBe(true)
  expect(heard).toEqual(['a', 'b'])
  await tell('a')
  await expect.poll(() => heard).toEqual(['a', 'b', 'a'])
})

test('a lost connection is reopened after a delay', async () => {
  const order: string[] = []
  const { folder, lines, onLine } = await startProxy()
  const { signals } = await listen({ ...connection, host: folder })
  onLine(() => order.push('a new line'))

  // Half of the delay, started before the loss is noticed: this timer fires first.
  setTimeout(() => order.push('half of the rest'), 50)
  for (const line of lines) line.destroy()

  await expect.poll(() => order).toEqual(['half of the rest', 'a new line'])
  await expect.poll(() => signals.isConnected).toBe(true)
})

/** Whoever listens for new lines deals with this one by itself. */
const REFUSED = Symbol('refused')

/** A proxy between a connection and the database. */
async function startProxy() {
  const folder = await mkdtemp(join(tmpdir(), 'kontor-line-'))
  const name = `.s.PGSQL.${connection.port}`
  const lines: Socket[] = []
  let onLine: (line: Socket) => unknown = () => undefined
  const proxy = createServer((from) => {
    if (onLine(from) === REFUSED) return
    const to = connect(join(connection.host ?? '', name))
    from.pipe(to).pipe(from)
    for (const socket of [from, to]) socket.on('error', () => undefined)
    lines.push(from, to)
  })
  await new Promise<void>((resolve) => proxy.listen(join(folder, name), resolve))
  onTestFinished(async () => {
    for (const line of lines) line.destroy()
    proxy.close()
    await rm(folder, { recursive: true })
  })
  return {
    folder,
    lines,
    onLine: (then: (line: Socket) => unknown) => {
      onLine = then
    },
  }
}

test('a silently dead connection is noticed', async () => {
  const { folder, lines } = await startProxy()
  const { signals, heard } = await listen({ ...connection, host: folder }, 1000)

  for (const line of lines) line.unpipe().pause()

  await expect.poll(() => signals.isConnected).toBe(false)
  await expect.poll(() => signals.isConnected).toBe(true)
  await tell('a')
  await expect.poll(() => heard).toEqual(['a', 'b', 'a'])
})

/** AuthenticationOk and ReadyForQuery. */
const GREETING = Buffer.from('520000000800000000' + '5a0000000549', 'hex')

test('a server that cannot be reached is lost once, and not at each try', async () => {
  const { folder, lines, onLine } = await startProxy()
  const { signals, heard } = await listen({ ...connection, host: folder })
  let tries = 0
  onLine((line) => {
    tries++
    line.destroy()
    return REFUSED
  })

  for (const line of lines) line.destroy()
  await expect.poll(() => heard).toEqual([LOST])
  const before = tries
  await expect.poll(() => tries).toBeGreaterThan(before + 2)

  expect(heard).toEqual([LOST])
  onLine(() => undefined)
  await expect.poll(() => signals.isConnected).toBe(true)
  expect(heard).toEqual([LOST, 'a', 'b'])
})

test('a server that still speaks on another connection is not lost', async () => {
  const { folder, lines, onLine } = await startProxy()
  const { heard, to } = await listen({ ...connection, host: folder })
  const other = await connectClient(to)
  onTestFinished(() => other.end())
  const mine = lines.slice(0, 2)
  let tries = 0
  onLine((line) => {
    tries++
    // The answer is on its way when the new line breaks.
    void other.query('select 1').finally(() => line.destroy())
    return REFUSED
  })

  for (const line of mine) line.destroy()

  await expect.poll(() => tries).toBeGreaterThan(3)
  expect(heard).toEqual([])
})

test.each(['EMFILE', 'EAI_AGAIN', 'ENOTFOUND'])(
  '%s says nothing about the server',
  async (code) => {
    const { folder, lines } = await startProxy()
    let tries = 0
    const Client = class extends pg.Client {
      override connect(): Promise<this>
      override connect(callback: (error: Error) => void): void
      override connect(): Promise<this> | undefined {
        if (tries++ === 0)
          return super
            .connect()
            .then(() => this)
            .then(() => this)
        return Promise.reject(Object.assign(new Error(`connect ${code}`), { code }))
      }
    }
    const { heard } = await listen({ ...connection, host: folder, Client })

    for (const line of lines) line.destroy()

    await expect.poll(() => tries).toBeGreaterThan(3)
    expect(heard).toEqual([])
  },
)

test('a proxy that greets for a server that does not answer is noticed', async () => {
  const { folder, lines, onLine } = await startProxy()
  const { heard } = await listen({ ...connection, host: folder })
  onLine((line) => {
    line.once('data', () => line.write(GREETING))
    return REFUSED
  })

  for (const line of lines) line.destroy()

  await expect.poll(() => heard).toEqual([LOST])
})

test('the shared connection reads committed data, many at once, and fails once it is down', async () => {
  const { signals } = await listen()
  const ask = (number: number) =>
    signals.db.all(sql<{ number: number }>`select ${number}::int as number`)

  const answers = await Promise.all([1, 2, 3].map(ask))
  await signals.stop()

  expect(answers.flat().map(({ number }) => number)).toEqual([1, 2, 3])
  await expect(ask(4)).rejects.toThrow()
})

test('a stop during a reconnect leaves no connection behind', async () => {
  const signals = new Signals({ ...connection, application_name: 'x' }, makeLog('silent'))

  const starting = signals.start()
  await signals.stop()
  await starting

  expect(signals.isConnected).toBe(false)
})

/** Reads through a pool and the shared connection, and counts those of the shared one. */
async function startReads() {
  const { signals } = await listen()
  const pool = connectPool(connection, 2)
  onTestFinished(() => pool.end())
  let overLine = 0
  const ask: Signals['ask'] = async (query) => {
    const answer = await signals.ask(query)
    if (answer) overLine++
    return answer
  }
  return { signals, db: poolDb(pool, { ask }), overLine: () => overLine }
}

test('quick reads share the connection, and an invalid one fails alone', async () => {
  const { db, overLine } = await startReads()

  const answers = await Promise.allSettled(
    [5, 0, 2].map((by) => db.all(quick(sql<{ half: number }>`select 10 / ${by}::int as half`))),
  )

  expect(answers).toMatchObject([
    { value: [{ half: 2 }] },
    { reason: { message: 'division by zero' } },
    { value: [{ half: 5 }] },
  ])
  expect(overLine()).toBe(2)
})

test('without the shared connection quick reads use the pool', async () => {
  const { signals, db, overLine } = await startReads()

  await signals.stop()

  expect(await db.all(quick(sql<{ one: number }>`select 1 as one`))).toEqual([{ one: 1 }])
  expect(overLine()).toBe(0)
})

test('a read that waits for a lock moves to the pool, and the others continue', async () => {
  const { db, overLine } = await startReads()
  await client.query('create table slow ()')
  await client.query('begin; lock table slow')

  const waiting = db.all(quick(sql`select count(*) as count from slow`))
  const others = await Promise.all(
    [1, 2, 3].map(() => db.all(quick(sql<{ one: number }>`select 1 as one`))),
  )
  await client.query('commit')

  expect(others).toEqual([[{ one: 1 }], [{ one: 1 }], [{ one: 1 }]])
  expect(await waiting).toEqual([{ count: 0 }])
  expect(overLine()).toBe(3)
})

test('a read that takes long moves to the pool before the connection seems dead', async () => {
  const { db, signals, overLine } = await startReads()

  const slow = sql<{ line: string }>`
    select case current_setting('application_name') when 'kontor signals' then pg_sleep(60)::text
      else 'pool' end as line`

  expect(await db.all(quick(slow))).toEqual([{ line: 'pool' }])
  expect(overLine()).toBe(0)
  expect(signals.isConnected).toBe(true)
})

test('the shared connection is read-only', async () => {
  const { db } = await startReads()

  const changing = db.run(quick(sql`create table changed ()`))

  await expect(changing).rejects.toThrow('read-only')
})

test('reads beyond the limit of the shared connection use the pool', async () => {
  const { db, overLine } = await startReads()
  const numbers = Array.from({ length: 100 }, (_, number) => number)

  const answers = await Promise.all(
    numbers.map((number) =>
      db.all(quick(sql<{ number: number }>`select ${number}::int as number`)),
    ),
  )

  expect(answers.flat().map(({ number }) => number)).toEqual(numbers)
  expect(overLine()).toBe(64)
})
