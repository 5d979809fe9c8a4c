import { expect, onTestFinished, test } from 'vitest'
import { connectClient } from '../src/platform/db/db.ts'
import { newDatabase } from './app.ts'
import { urlOf } from './kontor.ts'
import { dataFolder } from './server-process.ts'

test('the job of a killed node is finished by another one', async () => {
  const connection = await newDatabase()
  const client = await connectClient(connection)
  onTestFinished(() => client.end())
  const { start } = await dataFolder()
  const environment = { DATABASE_URL: urlOf(connection), KONTOR_JOB_LEASE: '2' }
  const rows = async (query: string) => (await client.query(query)).rows
  const first = start(environment, ['work'])
  await expect.poll(first.output).toContain('works on jobs')
  await client.query(`insert into kontor.storage_entries
    values ('system', 'old', 'x', 1, now(), now(), gen_random_uuid(), now())`)
  await client.query('begin')
  await client.query('lock kontor.storage_entries')
  const other = await connectClient(connection)
  onTestFinished(() => other.end())
  await other.query(`select graphile_worker.add_job('storage.sweep')`)
  const isTaken = `select locked_by from graphile_worker._private_jobs where locked_by is not null`
  await expect.poll(async () => (await other.query(isTaken)).rows.length).toBe(1)

  first.child.kill('SIGKILL')
  await first.ended()
  await client.query('rollback')
  expect(await rows(isTaken)).toHaveLength(1)
  const second = start(environment, ['work'])

  const left = () => rows('select 1 from kontor.storage_entries')
  await expect.poll(left).toEqual([])
  await expect.poll(() => rows(isTaken)).toEqual([])
  await expect.poll(second.output).toContain('freed the jobs of nodes that are gone')
})

test('the job of a worker without a lease is released too', async () => {
  const connection = await newDatabase()
  const client = await connectClient(connection)
  onTestFinished(() => client.end())
  const { start } = await dataFolder()
  const environment = { DATABASE_URL: urlOf(connection), KONTOR_JOB_LEASE: '2' }
  const node = start(environment, ['work'])
  await expect.poll(node.output).toContain('works on jobs')
  const taken = `select locked_by from graphile_worker._private_jobs where locked_by is not null`

  await client.query(
    `select graphile_worker.add_job('nobody.does', run_at := now() + interval '1 day')`,
  )
  await client.query(`update graphile_worker._private_jobs
    set locked_by = 'pool-of-the-dead', locked_at = now() - interval '1 hour'`)

  await expect.poll(async () => (await client.query(taken)).rows).toEqual([])
})
