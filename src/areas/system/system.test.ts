import { expect, test, vi } from 'vitest'
import { startApp } from '../../../test/app.ts'
import { connectClient } from '../../platform/db/db.ts'
import { VERSION } from '../../platform/version.ts'
import { noteBackup } from './backups/service.ts'

const { as, admin, make, connection } = await startApp({
  environment: { KONTOR_QUOTA: '10MiB', KONTOR_BODY_LIMIT: '9MiB' },
})
const overview = () => as(admin).system.overview()
type Overview = Awaited<ReturnType<typeof overview>>

/** Counts are kept for a moment: they are right a little later. */
const eventually = (check: (told: Overview) => void) =>
  vi.waitFor(async () => check(await overview()), { timeout: 50_000, interval: 250 })

test('it tells of the node and of the database', async () => {
  const told = await overview()

  expect(told.version).toBe(VERSION)
  expect(told.node.memoryBytes).toBeGreaterThan(1024 ** 2)
  expect(Date.parse(told.node.startedAt)).toBeLessThanOrEqual(Date.now())
  expect(told.database.version).toMatch(/^\d+/)
  expect(told.database.sizeBytes).toBeGreaterThan(1024 ** 2)
  expect(told.database.connections.used).toBeGreaterThan(0)
  expect(told.database.connections.max).toBeGreaterThan(told.database.connections.used)
  expect(told.requests.inFlight).toBeGreaterThan(0)
  expect(told.events.lastPosition).toBeGreaterThan(0)
})

test('it tells the limits as they are configured', async () => {
  const { limits, files } = await overview()

  expect(limits).toMatchObject({ KONTOR_QUOTA: 10 * 1024 ** 2, KONTOR_BODY_LIMIT: 9 * 1024 ** 2 })
  expect(limits).not.toHaveProperty('PORT')
  expect(files.quotaBytes).toBe(10 * 1024 ** 2)
})

test('requests are told as rates of the last seconds', async () => {
  await eventually(({ requests, node }) => {
    expect(requests.perSecond).toBeGreaterThan(0)
    expect(requests.p99Ms).toBeGreaterThanOrEqual(requests.p50Ms)
    expect(requests.p50Ms).toBeGreaterThan(0)
    expect(node.cpuPercent).toBeGreaterThan(0)
  })
})

test('people, sessions, webhooks and jobs are counted', async () => {
  const before = await overview()
  const password = 'correct horse battery'
  const { login } = await make.user({ password })
  await as(admin).access.signIn({ input: { login, password } })
  const webhook = { name: 'w', url: 'https://example.com/', types: [], namespaces: [], apps: [] }
  await as(admin).webhooks.create({ input: webhook })
  const { webhook: other } = await as(admin).webhooks.create({ input: webhook })
  await as(admin).webhooks.pause({ params: { id: other.id } })
  await make.asSystem((ctx) => ctx.addJob('storage.sweep', {}))

  await eventually(({ users, webhooks, jobs, events }) => {
    expect(users.active).toBe(before.users.active + 1)
    expect(users.sessions).toBe(before.users.sessions + 1)
    expect(webhooks).toMatchObject({ active: 1, paused: 1 })
    expect(jobs.waiting).toBe(before.jobs.waiting + 1)
    expect(events.lastPosition).toBeGreaterThan(before.events.lastPosition)
  })
})

test('beyond ten thousand rows the estimate of the database is told', async () => {
  const client = await connectClient(connection)
  await client.query(`insert into kontor.sessions (id, user_id, hash, expires_at)
    select gen_random_uuid(), '${admin.id}', sha256(n::text::bytea), now() + interval '1 day'
    from generate_series(1, 30000) n`)
  await client.query('analyze kontor.sessions')
  await client.end()

  await eventually(({ users }) => expect(users.sessions).toBeGreaterThan(29_000))
})

test('a dead endpoint is not active: what fails, since when and with which error', async () => {
  const { webhook } = await as(admin).webhooks.create({
    input: { name: 'dead', url: 'https://example.com/', types: [], namespaces: [], apps: [] },
  })
  const { webhook: refusing } = await as(admin).webhooks.create({
    input: { name: 'refusing', url: 'https://example.com/', types: [], namespaces: [], apps: [] },
  })
  await make.change(`update kontor.webhooks set failures = 3, failing_since = now()
    where id = '${webhook.id}'`)
  await make.change(`insert into kontor.webhook_deliveries
      (webhook_id, position, object_id, type, state, attempts, due_at, last_at, status, error)
    select '${refusing.id}', n, 'storage:a', 'storage.entry.saved',
      case n when 1 then 'delivered' else 'pending' end, 1, now(), now() + n * interval '1 second',
      case n when 1 then 200 else 404 end, case n when 1 then null else 'no such page' end
    from generate_series(1, 2) n`)

  await eventually(({ webhooks }) => {
    expect(webhooks).toMatchObject({ failing: 2 })
    expect(webhooks.troubled.filter(({ state }) => state === 'failing')).toEqual([
      expect.objectContaining({ id: webhook.id, error: null }),
      expect.objectContaining({ id: refusing.id, error: 'no such page' }),
    ])
  })
  const { webhooks: all } = await as(admin).webhooks.list()
  expect(all.find(({ id }) => id === refusing.id)?.lastError).toBe('no such page')
})

test('the quick checks of the doctor are told, and a backup is known by its age', async () => {
  const { checks } = await as(admin).system.health()
  const names = checks.map(({ name }) => name)

  expect(names).toEqual(expect.arrayContaining(['database', 'webhooks', 'data folder', 'backups']))
  expect(names).not.toContain('files')
  expect((await overview()).backups).toEqual({ latestAt: null, bytes: null })

  const takenAt = new Date('2026-01-02T03:04:05Z')
  await make.asSystem((ctx) => noteBackup(ctx, { takenAt, bytes: 17 }))
  await eventually(({ backups }) =>
    expect(backups).toEqual({ latestAt: takenAt.toISOString(), bytes: 17 }),
  )
})

test('only administrators see it', async () => {
  await expect(as(await make.user()).system.health()).rejects.toMatchObject({ status: 403 })
  const call = as(await make.user()).system.overview()

  await expect(call).rejects.toMatchObject({ status: 403 })
})
