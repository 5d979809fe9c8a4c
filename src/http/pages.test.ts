import { expect, onTestFinished, test } from 'vitest'
import { startApp } from '../../test/app.ts'
import { connectClient } from '../platform/db/db.ts'

const { admin, make, request, app } = await startApp()
const open = await startApp({ environment: { KONTOR_METRICS: 'open' } })

const metrics = (token?: string) =>
  request('/metrics', token === undefined ? {} : { headers: { 'x-token': token } })

test('a running server is live and ready', async () => {
  expect(await (await request('/health/live')).json()).toEqual({ status: 'live' })
  expect(await (await request('/health/ready')).json()).toEqual({ status: 'ready' })
})

test('a server whose database has no room to write is not ready until a write succeeds', async () => {
  let time = Date.parse('2026-01-31T09:00:00Z')
  const { admin, connection, request } = await startApp({ now: () => new Date(time) })
  const save = () =>
    request('/pub/v1/storage/system/kept', {
      method: 'POST',
      headers: { 'x-token': admin.token },
      body: '{"data":"yes"}',
    })
  const readiness = async () => (await request('/health/ready')).status
  const client = await connectClient(connection)
  onTestFinished(() => client.end())
  await client.query(`
    create function kontor.be_full() returns trigger language plpgsql as
      $$ begin raise 'No space left on device' using errcode = 'disk_full'; end $$`)
  const fill =
    'create trigger full_disk before insert on kontor.events execute function kontor.be_full()'

  await client.query(fill)
  expect((await save()).status).toBe(503)
  const response = await request('/health/ready')
  expect(response.status).toBe(503)
  expect(await response.text()).toContain('the disk of the database is full')
  expect((await request('/health/live')).status).toBe(200)

  await client.query('drop trigger full_disk on kontor.events')
  expect((await save()).status).toBe(200)
  expect(await readiness()).toBe(200)

  await client.query(fill)
  expect((await save()).status).toBe(503)
  expect(await readiness()).toBe(503)
  time += 30_000
  expect(await readiness()).toBe(200)
})

test('metrics are for administrators', async () => {
  expect((await metrics()).status).toBe(401)
  expect((await metrics('wrong')).status).toBe(401)
  expect((await metrics((await make.user()).token)).status).toBe(403)
  expect((await metrics(admin.token)).status).toBe(200)
})

test('scopes apply to metrics', async () => {
  const scoped = async (scopes: string[]) =>
    (await metrics((await make.token({ user: admin.id, scopes })).secret)).status

  expect(await scoped(['storage:read'])).toBe(403)
  expect(await scoped(['metrics:read'])).toBe(200)
  expect(await scoped(['*:read'])).toBe(200)
})

test('metrics can be made public', async () => {
  expect((await open.request('/metrics')).status).toBe(200)
})

test('requests are counted by operation, not by path', async () => {
  for (const key of ['a', 'b', 'c']) {
    await request(`/pub/v1/storage/system/${key}`, { headers: { 'x-token': admin.token } })
  }
  await request('/pub/v1/nothing-of-this-kind/at-all')

  const response = await metrics(admin.token)
  const text = await response.text()

  expect(response.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/)
  expect(text).toContain('kontor_requests_total{operation="storage.getSystem",status="404"} 3')
  expect(text).toMatch(/kontor_request_seconds_count\{operation="storage\.getSystem"\} 3/)
  expect(text).toMatch(/^kontor_database_connections \d+$/m)
  expect(text).toMatch(/^kontor_database_waiting 0$/m)
  expect(text).not.toContain('nothing-of-this-kind')
  expect(app.platform.pool.totalCount).toBeGreaterThan(0)
})
