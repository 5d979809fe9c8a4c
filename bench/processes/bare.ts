import type pg from 'pg'
import { newId } from '../../src/lib/ids.ts'
import { withClient } from '../limits/work.ts'

const CONTROL =
  '{"next":3,"tokens":{"2":{"node":"check","scope":0,"via":"flow_1","waits":"task"}},"ready":[],"spent":2}'
const ENDED = '{"next":4,"tokens":{},"ready":[],"spent":1,"end":{"kind":"done"}}'
const STEPS =
  '[["entered",1,"start"],["left",1,"start"],["taken",2,"flow_1"],["entered",2,"check"]]'

const named = (name: string, text: string) => ({ name, text })
const insertInstance = named(
  'b1',
  `insert into kontor.process_instances (id, template_id, version,
    state, revision, name, control, context, created_at, created_by, updated_at, updated_by)
  values ($1, $2, 1, 'wait', 1, 'task', $3, '{"amount": 5}', now(), $4, now(), $4)`,
)
const insertTask = named(
  'b2',
  `insert into kontor.process_tasks (id, instance_id, token, node, kind,
    state, name, template_name, template_namespace, template_code, instance_name, path, branch,
    performers, original_performers, created_at, created_by, updated_at, updated_by)
  values ($1, $2, 2, 'check', 'user', 'in_progress', 'Check', 'task', 'bench', 'task', 'task',
    '/items/x', $3, array[$3::uuid], array[$3::uuid], now(), $3, now(), $3)`,
)
const insertHistory = named(
  'b3',
  `insert into kontor.process_history
    (instance_id, seq, at, actor_id, event, data, steps)
  values ($1, $2, now(), $3, 'start', '{}', $4)`,
)
const insertEvent = named(
  'b4',
  `insert into kontor.events (at, type, object_id, data)
  select now(), 'bench', $1, '{}' from generate_series(1, 2)`,
)
const lock = named(
  'b5',
  `select * from kontor.process_instances
  where id = (select instance_id from kontor.process_tasks where id = $1) for no key update`,
)
const selectTask = named('b6', 'select * from kontor.process_tasks where id = $1')
const end = named(
  'b7',
  `update kontor.process_instances set state = 'done', revision = 2,
  control = $2, updated_at = now(), ended_at = now() where id = $1`,
)
const close = named(
  'b8',
  `update kontor.process_tasks set state = 'closed', percent = 100,
  revision = 2, ended_at = now(), updated_at = now() where id = $1`,
)

/** The rows of one instance from start to end, with nothing but the driver around them. */
export async function bareInstance(
  pool: pg.Pool,
  { template, user }: { template: string; user: string },
): Promise<void> {
  const [id, task] = [newId(), newId()]
  await withClient(pool, async (client) => {
    await Promise.all([
      client.query('begin'),
      client.query({ ...insertInstance, values: [id, template, CONTROL, user] }),
      client.query({ ...insertHistory, values: [id, 1, user, STEPS] }),
      client.query({ ...insertTask, values: [task, id, user] }),
    ])
    await commit(client, id)
  })
  await withClient(pool, async (client) => {
    await Promise.all([
      client.query('begin'),
      client.query({ ...lock, values: [task] }),
      client.query({ ...selectTask, values: [task] }),
    ])
    await Promise.all([
      client.query({ ...end, values: [id, ENDED] }),
      client.query({ ...insertHistory, values: [id, 2, user, STEPS] }),
      client.query({ ...close, values: [task] }),
    ])
    await commit(client, id)
  })
}

async function commit(client: pg.PoolClient, id: string): Promise<void> {
  await Promise.all([client.query({ ...insertEvent, values: [id] }), client.query('commit')])
}
