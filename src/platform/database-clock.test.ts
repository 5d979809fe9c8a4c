import { expect, test } from 'vitest'
import { startApp } from '../../test/app.ts'
import { sql } from './db/sql.ts'

const AHEAD = 600_000
const wrong = await startApp({ machine: () => Date.now() + AHEAD })
const behind = await startApp({
  machine: () => Date.now() - AHEAD,
  environment: { KONTOR_CLOCK_LIMIT: '0' },
  connection: wrong.connection,
})

const databaseTime = async () => {
  const { now } = await wrong.app.platform.db.one(
    sql<{ now: Date }>`select clock_timestamp() as now`,
  )
  return now.getTime()
}

test('what nodes with wrong clocks store is in the time of the database', async () => {
  const before = await databaseTime()
  const params = { key: 'clock' }
  for (const { as, admin } of [wrong, behind, wrong]) {
    await as(admin).storage.saveSystem({ params, input: { data: 'x' } })
  }
  const after = await databaseTime()

  const rows = await wrong.app.platform.db.all(sql<{ at: Date }>`
    select at from kontor.events where type = 'storage.entry.saved' order by position`)
  const times = rows.map(({ at }) => at.getTime())
  expect(times).toHaveLength(3)
  // Measured over a connection: as exact as an answer of it was quick.
  expect(Math.min(...times)).toBeGreaterThan(before - 1000)
  expect(Math.max(...times)).toBeLessThan(after + 1000)
})

test('a node whose clock is wrong is not ready, and says why', async () => {
  const response = await wrong.request('/health/ready')

  expect(response.status).toBe(503)
  expect(await response.text()).toMatch(
    /the clock of this machine is (599|600)\.\d s ahead of that of the database, more than the 300 s of KONTOR_CLOCK_LIMIT/,
  )
})

test('without a limit it serves', async () => {
  expect((await behind.request('/health/ready')).status).toBe(200)
})

test('the skew is a metric', async () => {
  const skewOf = async ({ request, admin }: typeof wrong) => {
    const headers = { 'x-token': admin.token }
    const text = await (await request('/metrics', { headers })).text()
    return Number(/^kontor_clock_skew_seconds (.*)$/m.exec(text)?.[1])
  }

  expect(await skewOf(wrong)).toBeCloseTo(600, -1)
  expect(await skewOf(behind)).toBeCloseTo(-600, -1)
})
