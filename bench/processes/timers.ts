import { setTimeout as pause } from 'node:timers/promises'
import { say } from '../../src/commands/say.ts'
import { connectClient } from '../../src/platform/db/db.ts'
import { type Stand, TOKEN } from '../stand.ts'
import { call } from './callers.ts'

const TIMERS = 10_000

const COPIES = `
  with copies as (
    insert into kontor.process_instances (id, template_id, version, state, revision, name, control,
      context, created_at, created_by, updated_at, updated_by)
    select gen_random_uuid(), template_id, version, state, revision, name, control, context,
      created_at, created_by, updated_at, updated_by
    from kontor.process_instances, generate_series(1, $2) where id = $1
    returning id, created_by),
  lines as (
    insert into kontor.process_history (instance_id, seq, at, actor_id, event, data, steps)
    select id, 1, now(), created_by, 'start', '{}', '[]' from copies)
  insert into kontor.process_jobs (instance_id, token, kind, run_at, max_attempts, payload)
  select c.id, j.token, 'timer', now(), 1, '{}'
  from copies c, kontor.process_jobs j where j.instance_id = $1`

/** As many timers due at one moment: how long until the last process has gone on, each once. */
export async function drainTimers({ address, connection }: Stand): Promise<void> {
  const answer = await call(`${address}/pub/v1/bpm/template/bench/timer/run`, {
    method: 'POST',
    token: TOKEN,
    body: {},
  })
  const { context } = JSON.parse(answer) as { context: { __id: string } }
  const client = await connectClient(connection)
  try {
    await client.query('vacuum analyze kontor.process_jobs')
    const since = performance.now()
    await client.query(COPIES, [context.__id, TIMERS])
    const count = async (text: string) =>
      Number((await client.query(text, [context.__id])).rows[0].count)
    const left =
      "select count(*) from kontor.process_jobs where kind = 'timer' and instance_id <> $1"
    while ((await count(left)) > 0) await pause(50)
    const seconds = (performance.now() - since) / 1000
    const twice = await count(`select count(*) from (select instance_id from kontor.process_history
      where event = 'due' and instance_id <> $1 group by instance_id having count(*) <> 1) t`)
    const fired = await count(`select count(*) from kontor.process_history
      where event = 'due' and instance_id <> $1`)
    say(
      `${TIMERS} due timers: ${fired} fired, ${twice} of them not once, in ${seconds.toFixed(1)} s = ${Math.round(TIMERS / seconds)} a second\n`,
    )
  } finally {
    await client.end()
  }
}
