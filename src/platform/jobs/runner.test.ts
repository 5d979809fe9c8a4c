import { afterAll, expect, onTestFinished, test } from 'vitest'
import { startApp } from '../../../test/app.ts'
import { newId } from '../../lib/ids.ts'
import { connectClient } from '../db/db.ts'
import { sql } from '../db/sql.ts'
import { type JobHandler, startJobs } from './runner.ts'

const { app, as, admin, make, connection } = await startApp()
const whole = await startApp({ environment: { KONTOR_WORKERS: '1' }, connection })
const { platform } = app
const client = await connectClient(connection)
afterAll(() => client.end())
await client.query('create table done (name text not null)')

/** A worker with one handler, under a unique name. */
async function startWorker(handler: JobHandler, { name = `test.${newId()}`, workers = 2 } = {}) {
  const jobs = { handlers: { [name]: handler }, schedule: {} }
  const runner = await startJobs(platform, { jobs, workers, lease: 2 })
  let isStopped = false
  const stop = async () => {
    if (isStopped) return
    isStopped = true
    await runner.stop()
  }
  onTestFinished(stop)
  return { name, stop }
}

const add = (name: string, payload: object = {}, options = {}) =>
  make.asSystem((ctx) => ctx.addJob(name, payload, options))
const list = async (name: string, state?: 'waiting' | 'running' | 'failed') => {
  const { jobs } = await as(admin).jobs.list({ input: { name, state } })
  return jobs
}

test('a job runs after its transaction is committed', async () => {
  const ran: unknown[] = []
  const { name } = await startWorker(async (_, payload) => void ran.push(payload))

  await make.asSystem(async (ctx) => {
    await ctx.addJob(name, { a: 1 })
    await ctx.db.run(sql`select pg_sleep(0.2)`)
    expect(ran).toEqual([])
  })

  await expect.poll(() => ran).toEqual([{ a: 1 }])
  await expect.poll(() => list(name)).toEqual([])
})

test('a job of a rolled-back transaction does not exist', async () => {
  const ran: unknown[] = []
  const { name } = await startWorker(async (_, payload) => void ran.push(payload))

  const undone = make.asSystem(async (ctx) => {
    await ctx.addJob(name, { undone: true })
    throw new Error('no')
  })
  await expect(undone).rejects.toThrow('no')
  await add(name, { undone: false })

  await expect.poll(() => ran).toEqual([{ undone: false }])
  await expect.poll(() => list(name)).toEqual([])
})

test('a job that fails with an unstorable message does not stop the others', async () => {
  const { name } = await startWorker(async (_, payload) => {
    if ('text' in (payload as object))
      throw new Error(`${(payload as { text: string }).text}\u0000`)
  })

  await add(name, { text: 'odd' })

  await expect.poll(() => list(name)).toMatchObject([{ lastError: 'odd\ufffd' }])
  await add(name)
  await expect.poll(async () => (await list(name)).length).toBe(1)
})

test('a failed job rolls back its changes and is retried later', async () => {
  const attempts: number[] = []
  const { name } = await startWorker(async (job) => {
    attempts.push(job.attempt)
    await job.write(async (ctx) => {
      await ctx.db.run(sql`insert into done values (${name})`)
      if (attempts.length === 1) throw new Error('not yet')
    })
  })
  const before = Date.now()

  await add(name)
  let job: Awaited<ReturnType<typeof list>>[number] | undefined
  const retried = async () => {
    ;[job] = await list(name, 'waiting')
    return job
  }
  await expect.poll(retried).toMatchObject({ state: 'retrying', attempts: 1 })

  expect(job?.lastError).toContain('not yet')
  expect(Date.parse(job?.runAt ?? '')).toBeGreaterThan(before + 1000)
  await expect.poll(() => list(name)).toEqual([])
  expect(attempts).toEqual([1, 2])
  const { rows } = await client.query('select 1 from done where name = $1', [name])
  expect(rows).toHaveLength(1)
})

test('a job that failed permanently is listed, and can be retried by an administrator', async () => {
  let isBroken = true
  const { name } = await startWorker(async () => {
    if (isBroken) throw new Error('broken')
  })
  await add(name, {}, { maxAttempts: 1 })
  await expect.poll(() => list(name, 'failed')).toMatchObject([{ state: 'failed', maxAttempts: 1 }])
  const [job] = await list(name)
  const params = { id: job?.id ?? '' }
  const { counts } = await as(admin).jobs.list()
  expect(counts.failed).toBeGreaterThan(0)

  isBroken = false
  await expect(as(await make.user()).jobs.retry({ params })).rejects.toMatchObject({ status: 403 })
  const retried = await as(admin).jobs.retry({ params })

  expect(retried.job).toMatchObject({ id: params.id, attempts: 0, state: 'waiting' })
  await expect.poll(() => list(name)).toEqual([])
  const { entries } = await as(admin).audit.list({ input: { object: `job:${params.id}` } })
  expect(entries).toMatchObject([{ type: 'job.retried', actor: admin.id, data: { name } }])
})

test('a job can be cancelled by an administrator', async () => {
  const name = `test.${newId()}`
  await add(name, {}, { runAt: new Date(Date.now() + 3_600_000) })
  const [job] = await list(name, 'waiting')
  const params = { id: job?.id ?? '' }

  await as(admin).jobs.remove({ params })

  expect(await list(name)).toEqual([])
  await expect(as(admin).jobs.remove({ params })).rejects.toMatchObject({ status: 404 })
  await expect(as(admin).jobs.retry({ params })).rejects.toMatchObject({ status: 404 })
})

test('a running job can be neither retried nor cancelled', async () => {
  const gate = Promise.withResolvers<void>()
  const { name } = await startWorker(() => gate.promise)
  await add(name)
  await expect.poll(() => list(name, 'running')).toHaveLength(1)
  const [job] = await list(name)
  const params = { id: job?.id ?? '' }

  await expect(as(admin).jobs.retry({ params })).rejects.toMatchObject({ status: 409 })
  await expect(as(admin).jobs.remove({ params })).rejects.toMatchObject({ status: 409 })
  gate.resolve()

  await expect.poll(() => list(name)).toEqual([])
})

test('a job with the key of a waiting one replaces it', async () => {
  const ran: unknown[] = []
  const name = `test.${newId()}`
  const later = { key: name, runAt: new Date(Date.now() + 3_600_000) }
  await add(name, { a: 1 }, later)
  await add(name, { a: 2 }, later)
  expect(await list(name)).toHaveLength(1)

  await startWorker(async (_, payload) => void ran.push(payload), { name })
  await add(name, { a: 3 }, { key: name })

  await expect.poll(() => ran).toEqual([{ a: 3 }])
})

test('two nodes do every job exactly once', async () => {
  const ran: number[] = []
  const handler: JobHandler = async (_, payload) => void ran.push((payload as { n: number }).n)
  const { name } = await startWorker(handler)
  await startWorker(handler, { name })

  await make.asSystem(async (ctx) => {
    for (let n = 0; n < 200; n++) await ctx.addJob(name, { n })
  })

  await expect.poll(() => list(name)).toEqual([])
  expect(ran.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 200 }, (_, n) => n))
})

test('a stop waits for running jobs and starts no new ones', async () => {
  const gate = Promise.withResolvers<void>()
  let started = 0
  let finished = 0
  const { name, stop } = await startWorker(
    async () => {
      started++
      await gate.promise
      finished++
    },
    { workers: 1 },
  )
  await add(name)
  await add(name)
  await expect.poll(() => started).toBe(1)

  const stopping = stop()
  gate.resolve()
  await stopping

  expect([started, finished]).toEqual([1, 1])
  expect(await list(name)).toMatchObject([{ state: 'waiting' }])
})

test('a worker recovers from lost connections', async () => {
  const ran: unknown[] = []
  const { name } = await startWorker(async (_, payload) => void ran.push(payload))
  await add(name, { before: true })
  await expect.poll(() => ran).toHaveLength(1)

  await client.query(`select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'kontor jobs' and datname = current_database()`)
  await add(name, { after: true })

  await expect.poll(() => ran).toEqual([{ before: true }, { after: true }])
})

test('recurring jobs are registered with the queue', async () => {
  const { name, stop } = await startWorker(async () => undefined)
  await stop()
  const runner = await startJobs(platform, {
    jobs: { handlers: { [name]: async () => undefined }, schedule: { [name]: '* * * * *' } },
    workers: 1,
    lease: 2,
  })
  onTestFinished(() => runner.stop())

  const known = async () =>
    (await client.query('select identifier from graphile_worker._private_known_crontabs')).rows

  await expect.poll(known).toContainEqual({ identifier: name })
})

test('every sweep of the server is scheduled', async () => {
  await whole.app.startJobs()

  const known = async () =>
    (await client.query('select identifier from graphile_worker._private_known_crontabs')).rows

  await expect.poll(known).toContainEqual({ identifier: 'access.sweep' })
  await expect.poll(known).toContainEqual({ identifier: 'storage.sweep' })
})
