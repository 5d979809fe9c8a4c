import { readdir, readFile } from 'node:fs/promises'
import { afterAll, expect, inject, test } from 'vitest'
import { newId } from '../../lib/ids.ts'
import { connectClient } from './db.ts'
import { migrate, rebuildSchema } from './migrate.ts'

const server = inject('connection')
const client = await connectClient({ ...server, database: 'postgres' })
afterAll(() => client.end())

type Upgrade = { before: string; after: string; expected: object[] }

const [WAITING, TOLD] = [newId(), newId()]

/** For each migration that changes rows: some of before it, and how they are read after it. */
const UPGRADES: Record<string, Upgrade> = {
  '0020_notification_letters.sql': {
    before: `insert into kontor.notifications (id, user_id, kind, stream, actor_id, text, created_at)
      values ('${TOLD}', '${newId()}', 'task', 'task:${newId()}', '${newId()}', 'Old', now())`,
    after: 'select id, letter_id from kontor.notifications',
    expected: [{ id: TOLD, letter_id: '00000000-0000-0000-0000-000000000000' }],
  },
  '0031_subscription_app.sql': {
    before: `insert into kontor.process_subscriptions
        (instance_id, token, kind, name, correlation, item_id)
      values ('${WAITING}', 1, 'status', 'paid', 'crm/deals', '${newId()}'),
        ('${WAITING}', 2, 'message', 'payment', 'crm/deals', null),
        ('${WAITING}', 3, 'signal', 'closing', null, null)`,
    after: `select token, kind, app, correlation from kontor.process_subscriptions order by token`,
    expected: [
      { token: 1, kind: 'status', app: 'crm/deals', correlation: null },
      { token: 2, kind: 'message', app: null, correlation: 'crm/deals' },
      { token: 3, kind: 'signal', app: null, correlation: null },
    ],
  },
  '0034_drafts.sql': {
    before: `insert into kontor.definitions (id, kind, namespace, code, solution, version, revision,
        file, body, created_at, created_by, updated_at, updated_by)
      values ('${newId()}', 'solution', 'global', 'crm', 'crm', 3, 1, 'solution.yaml', '{}',
        now(), '${TOLD}', now(), '${WAITING}');
      insert into kontor.solution_files (solution, path, content)
      values ('crm', 'solution.yaml', 'a'), ('crm', 'README.md', 'a')`,
    after: `select v.number, v.published_by, f.key as path, convert_from(b.content, 'UTF8') as text
      from kontor.solution_versions v cross join lateral jsonb_each_text(v.files) f
      join kontor.solution_bodies b on b.checksum = f.value order by f.key`,
    expected: ['README.md', 'solution.yaml'].map((path) => {
      return { number: 1, published_by: WAITING, path, text: 'a' }
    }),
  },
  '0066_sign_in.sql': {
    before: `insert into kontor.users (id, login) values ('${TOLD}', 'ann');
      insert into kontor.sessions (id, user_id, hash, expires_at)
      values ('${WAITING}', '${TOLD}', 'a', now() + interval '1 day')`,
    after: 'select id from kontor.sessions',
    expected: [],
  },
  '0038_import_events.sql': {
    before: `insert into kontor.imports (id, app_id, namespace, code, body_id, with_handlers, state,
        created_at, created_by, touched_at)
      select gen_random_uuid(), '${TOLD}', 'crm', 'deals', '${TOLD}', h, 'complete',
        now(), '${TOLD}', now()
      from unnest(array[true, false]) h`,
    after: 'select with_handlers, with_events from kontor.imports order by with_events',
    expected: [false, true].map((is) => ({ with_handlers: is, with_events: is })),
  },
  '0082_removed_fields.sql': {
    before: `insert into kontor.definitions (id, kind, namespace, code, solution, version, revision,
        file, body, created_at, created_by, updated_at, updated_by)
      values ('${TOLD}', 'app', 'crm', 'staff', 'crm', 1, 1, 'staff.yaml', '{}',
        now(), '${TOLD}', now(), '${TOLD}');
      insert into kontor.app_tables (app_id, removed_fields) values ('${TOLD}',
        '{"pay": {"type": "ENUM", "options": {"z": "Z", "a": "A"}}, "rank": {"guardedBy": {"b": ["read"]}}}')`,
    after: `select key, value::text from kontor.app_tables cross join json_each(removed_fields)`,
    expected: [
      {
        key: 'pay',
        value: '{"type": "ENUM", "options": {"z": "Z", "a": "A"}, "guardedBy": {}}',
      },
      { key: 'rank', value: '{"guardedBy": {"b": ["read"]}}' },
    ],
  },
}

test('every migration that changes rows is tried with some', async () => {
  const files = (await readdir('migrations')).filter((file) => file.endsWith('.sql')).toSorted()
  const texts = await Promise.all(files.map((file) => readFile(`migrations/${file}`, 'utf8')))
  const changing = files.filter((_, at) => /^(update|delete from) kontor\./m.test(texts[at] ?? ''))

  expect(Object.keys(UPGRADES)).toEqual(expect.arrayContaining(changing))
})

test.each(Object.entries(UPGRADES))('%s', async (file, { before, after, expected }) => {
  const database = `t_${newId().replaceAll('-', '')}`
  await client.query(`create database ${database}`)
  const connection = { ...server, database }
  const own = await connectClient(connection)
  try {
    await own.query('begin')
    await rebuildSchema(own, Number(file.slice(0, 4)) - 1)
    await own.query('commit')
    // Only the rows themselves matter, not the ones they refer to.
    await own.query('set session_replication_role = replica')
    await own.query(before)

    expect((await migrate(connection)).applied).toContain(file)

    expect((await own.query(after)).rows).toEqual(expected)
  } finally {
    await own.end()
  }
})
