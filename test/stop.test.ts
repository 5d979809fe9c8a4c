import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { Agent, request as ask } from 'node:http'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { type Connection, connectClient } from '../src/platform/db/db.ts'
import { newDatabase } from './app.ts'
import { dataFolder } from './server-process.ts'

const TOKEN = '4f0c7a52-52c5-4d0a-9f0e-3f6f0d7c9b33'
const PASSWORD = 'correct horse'

const urlOf = ({ host, port, user, database }: Connection) =>
  `postgres://${user}@localhost:${port}/${database}?host=${encodeURIComponent(host ?? '')}`

/** A real server on a database where the test can hold locks. */
async function startServer(environment: Record<string, string> = {}, args = ['start']) {
  const connection = await newDatabase()
  const client = await connectClient(connection)
  onTestFinished(() => client.end())
  const { start } = await dataFolder()
  const server = start(
    {
      DATABASE_URL: urlOf(connection),
      KONTOR_ADMIN_TOKEN: TOKEN,
      KONTOR_ADMIN_PASSWORD: PASSWORD,
      LOG_LEVEL: 'info',
      ...environment,
    },
    args,
  )
  return { ...server, client, connection, start }
}

const headers = { 'x-token': TOKEN }
const KEY = '/pub/v1/storage/system/held'

const WRITE = {
  table: 'storage_entries',
  path: KEY,
  init: { method: 'POST', body: '{"data":"held"}' },
}

/** A request that waits for a lock of the test. */
async function holdRequest(
  address: string,
  client: Awaited<ReturnType<typeof connectClient>>,
  { table, path, init }: { table: string; path: string; init: RequestInit } = WRITE,
) {
  await client.query('begin')
  await client.query(`lock kontor.${table}`)
  const answer = fetch(`${address}${path}`, { headers, ...init })
  const waiting = `select 1 from pg_locks
    where not granted and relation = 'kontor.${table}'::regclass
      and database = (select oid from pg_database where datname = current_database())`
  await expect.poll(async () => (await client.query(waiting)).rows.length).toBe(1)
  return { answer, release: () => client.query('commit') }
}

/** One request on a keep-alive connection. */
async function onKept(agent: Agent, address: string, path: string) {
  const [response] = await once(ask(`${address}${path}`, { agent, headers }).end(), 'response')
  const body = await text(response)
  return { status: response.statusCode, connection: response.headers.connection, body }
}

test('a stop lets the running request finish, refuses new ones, and closes idle connections', async () => {
  const server = await startServer()
  const address = await server.ready()
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  expect(await onKept(agent, address, '/health/live')).toMatchObject({ status: 200 })
  const held = await holdRequest(address, server.client)

  server.child.kill('SIGTERM')
  await expect.poll(async () => (await fetch(`${address}/health/ready`)).status).toBe(503)
  const refused = await onKept(agent, address, KEY)
  const live = await fetch(`${address}/health/live`)

  expect(live.status).toBe(200)
  expect(refused).toMatchObject({ status: 503, connection: 'close' })
  expect(JSON.parse(refused.body)).toMatchObject({
    success: false,
    code: 'unavailable',
    error: 'the server is stopping, try again',
  })
  await held.release()
  expect((await held.answer).status).toBe(200)
  expect(await server.ended()).toBe(0)
  const { rows } = await server.client.query('select value from kontor.storage_entries')
  expect(rows).toEqual([{ value: 'held' }])
})

test.each([
  ['SIGTERM', 'SIGTERM'],
  ['SIGINT', 'SIGTERM'],
] as const)('a %s and then a %s ends the process immediately', async (first, second) => {
  const server = await startServer()
  const held = await holdRequest(await server.ready(), server.client)
  held.answer.catch(() => undefined)

  server.child.kill(first)
  await expect.poll(() => server.output()).toContain('stopping')
  // One that comes at once is the same signal, passed on by somebody else.
  const isOver = () => !server.child.kill(second)
  await expect.poll(isOver, { interval: 300 }).toBe(true)

  expect(await server.ended()).toBe(130)
  await held.release()
})

test('a signal that arrives twice, from a group and from who passes it on, is one', async () => {
  const server = await startServer()
  const held = await holdRequest(await server.ready(), server.client)

  server.child.kill('SIGTERM')
  server.child.kill('SIGTERM')
  server.child.kill('SIGINT')
  await expect.poll(() => server.output()).toContain('stopping')
  await held.release()

  expect((await held.answer).status).toBe(200)
  expect(await server.ended()).toBe(0)
})

test.each([
  ['a write', WRITE],
  ['a read', { ...WRITE, init: {} }],
  [
    'an operation in steps',
    {
      table: 'file_garbage',
      path: '/pub/v1/disk/uploads/from-link',
      init: { method: 'POST', body: '{"downloadLinks":["nonsense"]}' },
    },
  ],
  [
    'an upload',
    {
      table: 'file_garbage',
      path: `/pub/v1/disk/file/upload?hash=${crypto.randomUUID()}`,
      init: { method: 'POST', body: 'text' },
    },
  ],
  [
    'finding out who calls',
    { ...WRITE, table: 'tokens', init: { headers: { 'x-token': crypto.randomUUID() } } },
  ],
])('a stop waits for %s whose caller has left', async (_, request) => {
  const server = await startServer()
  const address = await server.ready()
  const leaving = new AbortController()
  const init = {
    ...request.init,
    headers: {
      ...headers,
      ...('headers' in request.init && request.init.headers),
      'x-request-id': 'left',
    },
    signal: leaving.signal,
  }
  const held = await holdRequest(address, server.client, { ...request, init })
  leaving.abort()
  await expect(held.answer).rejects.toThrow('aborted')
  await expect.poll(() => server.output()).toContain('"requestId":"left"')

  server.child.kill('SIGTERM')
  await expect.poll(() => server.output()).toContain('stopping')
  await expect.poll(async () => (await fetch(`${address}/health/ready`)).status).toBe(503)
  await held.release()

  expect(await server.ended()).toBe(0)
  expect(server.output()).not.toContain('Cannot use a pool')
})

test('a request that never ends delays a stop only until the timeout', async () => {
  const server = await startServer({ KONTOR_DRAIN_TIMEOUT: '1' })
  const held = await holdRequest(await server.ready(), server.client)
  held.answer.catch(() => undefined)

  expect(await server.stop()).toBe(1)
  expect(server.output()).toContain('still running: stopping anyway')
  await held.release()
})

const form = (content: string, name = 'a.txt') => {
  const body = new FormData()
  body.append('file', new Blob([content]), name)
  return body
}
const LARGE = 'text'.repeat(100_000)
/** Some are refused before a byte is read, some while it is read, some when all of it is here. */
const REFUSED_UPLOADS: [path: string, body: FormData | string, headers?: object][] = [
  ['directory/{id}/upload', form('text')],
  ['directory/{id}/upload', LARGE],
  ['file/upload?hash={id}', form('text', 'a\u0000.txt')],
  ['file/upload?hash={id}', form(LARGE)],
  ['file/upload?hash={id}', LARGE],
  ['file/upload?hash={id}', form('text'), { 'content-range': 'bytes 0-3/900000' }],
  ['file/upload?hash={id}', 'text', { 'content-range': 'bytes 0-3/900000' }],
  ['file/upload?hash={id}', 'text', { 'content-range': 'bytes 0-9/10' }],
  ['file/upload?hash={id}', 'text', { 'content-type': 'multipart/form-data' }],
]

/** A worker that would wait for jobs long after the timeout of a stop. */
const LONG_POLL = {
  table: 'process_jobs',
  path: '/manage/v1/workers/jobs/fetch',
  init: { method: 'POST', body: '{"topics":["none"],"worker":"one","waitSeconds":60}' },
}

test('neither refused uploads nor waiting workers hold a stop up', async () => {
  const server = await startServer({ KONTOR_DRAIN_TIMEOUT: '20', KONTOR_UPLOAD_LIMIT: '100000' })
  const address = await server.ready()
  for (const [path, body, more] of REFUSED_UPLOADS) {
    const url = `${address}/pub/v1/disk/${path.replace('{id}', crypto.randomUUID())}`
    const answer = await fetch(url, { method: 'POST', body, headers: { ...headers, ...more } })
    expect(Math.floor(answer.status / 100), `${path} ${await answer.text()}`).toBe(4)
  }
  const worker = await holdRequest(address, server.client, LONG_POLL)
  await worker.release()

  expect(await server.stop()).toBe(0)
  expect(await (await worker.answer).json()).toEqual({ jobs: [] })
})

test('a database that does not respond delays a stop only until the timeout', async () => {
  const { start, folder } = await dataFolder()
  const server = start({ KONTOR_DRAIN_TIMEOUT: '1' })
  await server.ready()
  const [pid = ''] = (await readFile(join(folder, 'pg/cluster/postmaster.pid'), 'utf8')).split('\n')
  process.kill(Number(pid), 'SIGSTOP')
  onTestFinished(() => void process.kill(Number(pid), 'SIGKILL'))

  expect(await server.stop()).toBe(1)
})

test('the log has user, operation and duration, and no secrets', async () => {
  const server = await startServer({ LOG_LEVEL: 'debug' })
  const address = await server.ready()
  const body = JSON.stringify({ login: 'admin', password: PASSWORD })
  const signIn = await fetch(`${address}/manage/v1/session`, { method: 'POST', body })
  const session = signIn.headers.get('set-cookie')?.split(/[=;]/)[1] ?? ''
  const made = await fetch(`${address}/manage/v1/tokens`, {
    method: 'POST',
    headers: { ...headers, 'x-request-id': 'make-a-token' },
    body: '{"name":"x"}',
  })
  const { secret } = (await made.json()) as { secret: string }
  await fetch(`${address}/manage/v1/session`, { headers: { cookie: `kontor_session=${session}` } })
  await fetch(`${address}${KEY}?query=%7B%22a%22%3A1%7D&token=${TOKEN}`, { headers })
  await fetch(`${address}/manage/v1/session`, { method: 'POST', body: `${body}}` })
  await fetch(`${address}/metrics`, { headers: { authorization: `Basic ${PASSWORD}` } })
  expect(await server.stop()).toBe(0)
  // The exit of a process may be reported before its last output.
  await expect.poll(() => server.output()).toContain('"path":"/metrics"')

  const log = server.output()
  for (const word of [TOKEN, PASSWORD, session, secret]) expect(log).not.toContain(word)
  const lines = log.split('\n').filter((line) => line.startsWith('{'))
  const line = lines
    .map((each) => JSON.parse(each))
    .find((each) => each.requestId === 'make-a-token')
  expect(line).toMatchObject({
    level: 'info',
    msg: 'request',
    method: 'POST',
    path: '/manage/v1/tokens',
    operation: 'access.createToken',
    status: 200,
    user: 'admin',
    ms: expect.any(Number),
  })
})

test('a worker node runs jobs, and stops cleanly', async () => {
  const server = await startServer({}, ['work'])
  await expect.poll(() => server.output()).toContain('works on jobs with 4')

  await server.client.query(`
    insert into kontor.storage_entries values ('system', 'old', 'x', 1, now(), now(), gen_random_uuid(), now());
    select graphile_worker.add_job('storage.sweep')`)

  await expect
    .poll(async () => (await server.client.query('select 1 from kontor.storage_entries')).rows)
    .toEqual([])
  expect(await server.stop()).toBe(0)
})

test('a worker node without workers is refused', async () => {
  const server = await startServer({ KONTOR_WORKERS: '0' }, ['work'])

  expect(await server.ended()).toBe(1)
  expect(server.output()).toContain('KONTOR_WORKERS is 0')
})

test('a revoked KONTOR_ADMIN_TOKEN stays revoked and does not prevent the start', async () => {
  const first = await startServer()
  const address = await first.ready()
  const { tokens } = (await (await fetch(`${address}/manage/v1/tokens`, { headers })).json()) as {
    tokens: { id: string }[]
  }
  await fetch(`${address}/manage/v1/tokens/${tokens[0]?.id}`, { method: 'DELETE', headers })
  await first.stop()

  const second = first.start({
    DATABASE_URL: urlOf(first.connection),
    KONTOR_ADMIN_TOKEN: TOKEN,
  })

  const answer = await fetch(`${await second.ready()}/manage/v1/session`, { headers })
  expect(answer.status).toBe(401)
})
