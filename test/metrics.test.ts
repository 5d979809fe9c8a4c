import { rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { allGauges } from '../src/app/gauges.ts'
import { SHARED_FILES } from '../src/lib/ids.ts'
import { connectClient } from '../src/platform/db/db.ts'
import { newFolder, startApp } from './app.ts'

const folder = await newFolder()
const { app, admin, as, connection, request } = await startApp({
  environment: {
    KONTOR_DATA: folder,
    KONTOR_SMTP_URL: 'smtp://127.0.0.1:1',
    KONTOR_MAIL_FROM: 'kontor@larkmoor.example',
  },
})
const { mailer } = app.platform

/** Values by metric and labels, such as `kontor_jobs{state="failed"}`. */
async function readMetrics(): Promise<Map<string, number>> {
  const answer = await request('/metrics', { headers: { 'x-token': admin.token } })
  const lines = (await answer.text()).split('\n').filter((line) => line.startsWith('kontor_'))
  return new Map(
    lines.map((line): [string, number] => {
      const at = line.lastIndexOf(' ')
      return [line.slice(0, at), Number(line.slice(at + 1))]
    }),
  )
}

async function change(...statements: string[]): Promise<void> {
  const client = await connectClient(connection)
  await client.query('set session_replication_role = replica')
  for (const statement of statements) await client.query(statement)
  await client.end()
}

const addJob = `select graphile_worker.add_job('some.job', run_at := now() - interval '1 hour')`
const insertWebhook = (more: string, values: string) =>
  `insert into kontor.webhooks (id, name, url, secret, types, namespaces, apps, cursor,
     created_at, created_by, updated_at, updated_by ${more})
   values (gen_random_uuid(), 'w', 'https://hooks.example/', 's', '{}', '{}', '{}', '{"position": 0}',
     now(), gen_random_uuid(), now(), gen_random_uuid() ${values})`

async function upload(): Promise<void> {
  const file = new FormData()
  file.append('file', new Blob(['content']), 'a.txt')
  await as(admin).disk.uploadToDirectory({ params: { id: SHARED_FILES }, input: {}, file })
}

type Case = {
  metric: string
  happens: () => Promise<unknown>
  is: (after: number, before: number) => boolean
}

const isMore: Case['is'] = (after, before) => after > before
const isOne: Case['is'] = (after, before) => after === 1 && before === 0
const isOlder: Case['is'] = (after) => after >= 3600

const cases: Case[] = [
  { metric: 'kontor_jobs{state="waiting"}', happens: () => change(addJob), is: isMore },
  { metric: 'kontor_jobs_lag_seconds', happens: () => change(addJob), is: isOlder },
  {
    metric: 'kontor_jobs{state="running"}',
    happens: () =>
      change(`update graphile_worker._private_jobs set locked_at = now(), locked_by = 'a'
        where id = (select min(id) from graphile_worker._private_jobs)`),
    is: isMore,
  },
  {
    metric: 'kontor_jobs{state="failed"}',
    happens: () =>
      change(
        addJob,
        'update graphile_worker._private_jobs set attempts = max_attempts, locked_at = null',
      ),
    is: isMore,
  },
  ...['kontor_process_jobs_due', 'kontor_process_jobs_lag_seconds', 'kontor_timers_due'].map(
    (metric): Case => ({
      metric,
      happens: () =>
        change(`insert into kontor.process_jobs (instance_id, token, kind, run_at, max_attempts, payload)
          values (gen_random_uuid(), 1, 'timer', now() - interval '1 hour', 1, '{}')`),
      is: metric.endsWith('seconds') ? isOlder : isMore,
    }),
  ),
  {
    metric: 'kontor_incidents',
    happens: () =>
      change(`insert into kontor.process_incidents (id, instance_id, token, node, kind, message, opened_at)
        values (gen_random_uuid(), gen_random_uuid(), 1, 'n', 'script', 'm', now())`),
    is: isMore,
  },
  {
    metric: 'kontor_webhooks{state="paused"}',
    happens: () => change(insertWebhook(', paused_at, paused_reason', `, now(), 'by hand'`)),
    is: isMore,
  },
  {
    metric: 'kontor_webhooks{state="failing"}',
    happens: () => change(insertWebhook(', failing_since', ', now()')),
    is: isMore,
  },
  ...['kontor_webhooks', 'kontor_webhook_backlog', 'kontor_webhook_oldest_seconds'].map(
    (metric): Case => ({
      metric: `${metric}{state="active"}`,
      happens: () =>
        change(
          insertWebhook('', ''),
          `insert into kontor.events (at, type, object_id, data)
           values (now() - interval '1 hour', 'task.created', 'task:1', '{}')`,
          `insert into kontor.webhook_deliveries (webhook_id, position, object_id, type, due_at)
           select w.id, e.position, 'task:1', 'task.created', now() from kontor.webhooks w,
             kontor.events e where e.object_id = 'task:1'`,
        ),
      is: metric.endsWith('seconds') ? isOlder : isMore,
    }),
  ),
  {
    metric: 'kontor_search_lag_events',
    happens: () => as(admin).storage.saveSystem({ params: { key: 'k' }, input: { data: 'v' } }),
    is: isMore,
  },
  {
    metric: 'kontor_search_incomplete_kinds',
    happens: () =>
      change(
        `insert into kontor.search_kinds (kind, definition, is_complete) values ('x', '', false)`,
      ),
    is: isMore,
  },
  {
    metric: 'kontor_backup_age_seconds',
    happens: () =>
      change(`insert into kontor.backups (id, taken_at, ended_at, version)
        values (gen_random_uuid(), now() - interval '9 days', now() - interval '9 days', '1')`),
    is: (age) => age > 8 * 86_400,
  },
  {
    metric: 'kontor_backup_failed',
    happens: () =>
      change(`insert into kontor.backup_failures values (gen_random_uuid(), now(), 'disk full')`),
    is: isOne,
  },
  ...['damaged', 'missing'].map(
    (fault): Case => ({
      metric: `kontor_file_faults{fault="${fault}"}`,
      happens: () =>
        change(`insert into kontor.file_faults values ('${fault}', '${fault}', 'scrub', now())`),
      is: isOne,
    }),
  ),
  {
    metric: 'kontor_file_scrub_age_seconds',
    happens: () =>
      change(
        `insert into kontor.file_scrub (after, started_at) values ('', now() - interval '2 hours')`,
      ),
    is: isOlder,
  },
  {
    metric: 'kontor_file_store_up',
    // As a disk that is not mounted.
    happens: async () => {
      await upload()
      await rename(join(folder, 'files'), join(folder, 'elsewhere'))
    },
    is: (after, before) => before === 1 && after === 0,
  },
  {
    metric: 'kontor_disk_free_bytes',
    happens: () =>
      writeFile(join(folder, 'large'), Buffer.alloc(64 * 1024 ** 2, 1), { flush: true }),
    is: (after, before) => after < before,
  },
  {
    metric: 'kontor_database_full',
    happens: async () => {
      await change(
        `create function kontor.be_full() returns trigger language plpgsql as
          $$ begin raise 'No space left on device' using errcode = 'disk_full'; end $$`,
        'create trigger full_disk before insert on kontor.events execute function kontor.be_full()',
      )
      const input = { data: 'refused' }
      await as(admin)
        .storage.saveSystem({ params: { key: 'k' }, input })
        .catch(() => undefined)
      await change('drop trigger full_disk on kontor.events')
    },
    is: isOne,
  },
  {
    metric: 'kontor_mails_total{result="failed"}',
    happens: () =>
      mailer.send({ to: ['a@larkmoor.example'], subject: 's', text: 't' }).catch(() => undefined),
    is: isOne,
  },
]

test.each(cases)(
  '$metric moves',
  async ({ metric, happens, is }) => {
    const measure = async () => (await readMetrics()).get(metric)
    const known = () => (metric === 'kontor_file_scrub_age_seconds' ? 0 : measure())
    await expect.poll(known).toBeDefined()
    // Read again, as the numbers of a moment ago may be of the case before.
    const before = (await measure()) ?? 0

    await happens()

    const moves = async () => is((await measure()) ?? 0, before)
    await expect.poll(moves, { interval: 300 }).toBe(true)
  },
  60_000,
)

/** They tell how large something is, or how old the numbers are; nothing breaks. */
const NEVER_BREAK = ['kontor_disk_size_bytes']

test('everything that is read of the system is seen to move', () => {
  const names = allGauges.flatMap(({ gauges }) => Object.keys(gauges))
  const seen = cases.map(({ metric }) => metric.replace(/\{.*/, ''))

  expect(names.filter((name) => !seen.includes(name))).toEqual(NEVER_BREAK)
})

test('a group that cannot be read keeps its numbers and gets old, the others go on', async () => {
  const age = async (group: string) =>
    (await readMetrics()).get(`kontor_sample_age_seconds{group="${group}"}`) ?? -1
  await change('alter table kontor.backups rename to backups_away')

  await expect.poll(() => age('backups'), { interval: 300 }).toBeGreaterThan(4)

  expect(await age('jobs')).toBeLessThan(await age('backups'))
  expect((await readMetrics()).has('kontor_backup_age_seconds')).toBe(true)
  await change('alter table kontor.backups_away rename to backups')
})
