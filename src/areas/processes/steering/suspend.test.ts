import { afterAll, expect, test } from 'vitest'
import { startApp } from '../../../../test/app.ts'
import { applyProcesses, diagram, eventually, flow, openTasks } from '../../../../test/process.ts'
import { connectClient } from '../../../platform/db/db.ts'

const started = await startApp({ environment: { KONTOR_WORKERS: '2' } })
const { as, admin, make } = started
const ann = await make.user()
const sql = await connectClient(started.connection)
afterAll(() => sql.end())

const message = '<message id="paid" name="paid" /><message id="begin" name="begin" />'
const catching = (id: string, what: string) =>
  `<intermediateCatchEvent id="${id}">${what}</intermediateCatchEvent>`
const everything = diagram(
  `<startEvent id="start" /><parallelGateway id="split" /><parallelGateway id="join" />
  <userTask id="check" kontor:performer="user:${ann.login}" kontor:due="P1D" />
  ${catching('later', '<timerEventDefinition><timeDuration>P1D</timeDuration></timerEventDefinition>')}
  ${catching('payment', '<messageEventDefinition messageRef="paid" />')}
  ${catching('alarm', '<signalEventDefinition signalRef="fire" />')}
  <serviceTask id="print" kontor:topic="suspended" />
  <endEvent id="end" />
  ${flow(`start -> split
    split -> check -> join
    split -> later -> join
    split -> payment -> join
    split -> alarm -> join
    split -> print -> join
    join -> end`)}`,
  `${message}<signal id="fire" name="fire" />`,
)
const byMessage = diagram(
  `<startEvent id="start"><messageEventDefinition messageRef="begin" /></startEvent>
  <startEvent id="plain" /><userTask id="check" kontor:performer="role:author" /><endEvent id="end" />
  ${flow('start -> check -> end\nplain -> check')}`,
  message,
)
const byItem = diagram(
  `<startEvent id="start"><extensionElements><kontor:settings>
    <kontor:setting name="app" value="office/orders" /><kontor:setting name="event" value="created" />
  </kontor:settings></extensionElements><conditionalEventDefinition /></startEvent>
  <userTask id="check" kontor:performer="role:author" /><endEvent id="end" />
  ${flow('start -> check -> end')}`,
)
await applyProcesses(
  started,
  'office',
  {
    everything: { bpmn: everything },
    begun: { bpmn: byMessage },
    calls: {
      bpmn: diagram(`<startEvent id="start" /><callActivity id="call" calledElement="office/begun" />
      <endEvent id="end" />${flow('start -> call -> end')}`),
    },
    ordered: { bpmn: byItem },
  },
  { 'workspaces/office/apps/orders.yaml': 'name: Orders\n' },
)

await started.app.startJobs()

const run = async (code: string) => {
  const params = { namespace: 'office', code }
  return String((await as(admin).bpm.run({ params, input: { context: {} } })).context.__id)
}
const show = async (id: string) => (await as(admin).processes.instance({ params: { id } })).instance
const at = async (id: string) => (await show(id)).tokens.map(({ elementId }) => elementId).sort()
const comment = 'an audit'
const suspend = (id: string) =>
  as(admin).processes.suspendInstance({ params: { id }, input: { comment } })
const resume = (id: string, timers: 'fire' | 'shift' = 'fire') =>
  as(admin).processes.resumeInstance({ params: { id }, input: { comment, timers } })
const processOf = async (code: string) => {
  const { processes } = await as(admin).processes.list()
  return processes.find((each) => each.code === code) as (typeof processes)[number]
}
const fetchJobs = async () =>
  (await as(admin).workers.fetch({ input: { topics: ['suspended'], worker: 'one' } })).jobs
const taskOf = async (id: string) =>
  openTasks((await as(admin).bpm.get({ params: { id } })).data)[0]?.__id ?? ''
const submit = async (id: string) =>
  as(ann).tasks.submit({ params: { id: await taskOf(id) }, input: {} })
const makeDue = (id: string) =>
  sql.query(`update kontor.process_jobs set run_at = now() where instance_id = $1`, [id])
const heldJobs = async (id: string): Promise<string[]> => {
  const query = `select kind from kontor.process_jobs
    where instance_id = $1 and held_due_at is not null order by kind`
  return (await sql.query<{ kind: string }>(query, [id])).rows.map(({ kind }) => kind)
}

test('nothing happens in a suspended instance; when it is resumed, everything does', async () => {
  const id = await run('everything')
  await suspend(id)

  const before = await at(id)
  await makeDue(id)
  const signal = await as(admin).workers.sendSignal({ input: { name: 'fire' } })
  const { message: paid } = await as(admin).workers.sendMessage({ input: { name: 'paid' } })
  expect(await fetchJobs()).toEqual([])
  await expect(submit(id)).rejects.toMatchObject({
    status: 409,
    message: expect.stringContaining('the instance has been suspended since'),
  })
  await expect(suspend(id)).rejects.toMatchObject({ status: 409 })
  const held = await eventually(
    () => heldJobs(id),
    (kinds) => kinds.length === 3,
  )

  expect(held).toEqual(['signal', 'timer', 'worker'])
  expect(await at(id)).toEqual(before)
  expect([signal.message.received, paid.state]).toEqual([1, 'waiting'])
  expect(await show(id)).toMatchObject({ suspendedAt: expect.any(String), state: 'running' })

  await resume(id)
  const [job] = await fetchJobs()
  await as(admin).workers.complete({
    params: { job: job?.id ?? '' },
    input: { lock: job?.lock ?? '', variables: {} },
  })
  await submit(id)
  const ended = await eventually(
    () => show(id),
    ({ state }) => state === 'ended',
  )

  expect([job?.attempt, ended.suspendedAt]).toEqual([1, null])
  const { lines } = await as(admin).bpm.timeline({ params: { id } })
  expect(lines.map(({ event }) => event)).toEqual(expect.arrayContaining(['suspend', 'resume']))
  const { entries } = await as(admin).audit.list({ input: { object: `instance:${id}` } })
  const types = entries.map(({ type }) => type)
  expect(types).toEqual(expect.arrayContaining(['bpm.instance.suspended', 'bpm.instance.resumed']))
})

test('timers and due dates move by the time of the suspension, if that is wanted', async () => {
  const id = await run('everything')
  const times = async () => {
    const { rows } = await sql.query<{ run_at: Date; due_at: Date }>(
      `select j.run_at, t.due_at from kontor.process_jobs j
       join kontor.process_tasks t on t.instance_id = j.instance_id
       where j.instance_id = $1 and j.kind = 'timer'`,
      [id],
    )
    return [rows[0]?.run_at.getTime() ?? 0, rows[0]?.due_at.getTime() ?? 0]
  }
  const before = await times()
  await suspend(id)
  await sql.query(
    `update kontor.process_suspensions set suspended_at = suspended_at - interval '2 hours' where id = $1`,
    [id],
  )

  await resume(id, 'shift')

  const hours = (await times()).map((time, no) =>
    Math.floor((time - (before[no] ?? 0)) / 3_600_000),
  )
  expect(hours).toEqual([2, 2])
  await expect(resume(id)).rejects.toMatchObject({ message: 'the instance is not suspended' })
})

test('a suspended instance can be changed and interrupted', async () => {
  const id = await run('everything')
  await suspend(id)

  const changes = [{ action: 'skip' as const, element: 'check' }]
  await as(admin).processes.modify({ params: { id }, input: { changes, comment } })
  await as(admin).bpm.interrupt({ params: { id }, input: { comment } })

  expect(await show(id)).toMatchObject({ state: 'interrupted' })
})

test('whoever waited for the instance while it was suspended is refused, too', async () => {
  const id = await run('everything')
  const task = await taskOf(id)
  await sql.query('begin')
  await sql.query('select from kontor.process_instances where id = $1 for no key update', [id])
  const waiting = (count: number) =>
    eventually(
      async () => {
        const { rows } = await sql.query<{ count: string }>(
          `select count(*) from pg_stat_activity
           where datname = current_database() and wait_event_type = 'Lock'`,
        )
        return Number(rows[0]?.count)
      },
      (found) => found >= count,
    )
  const suspended = suspend(id)
  await waiting(1)
  const submitted = as(ann).tasks.submit({ params: { id: task }, input: {} })
  const refused = expect(submitted).rejects.toMatchObject({ status: 409 })
  await waiting(2)

  await sql.query('commit')
  await suspended

  await refused
})

test('a suspended process begins no instances and moves none', async () => {
  const id = await run('begun')
  const { id: process } = await processOf('begun')
  await as(admin).processes.suspendProcess({ params: { id: process }, input: { comment } })

  await expect(run('begun')).rejects.toMatchObject({
    status: 409,
    message: expect.stringContaining('the process "begun" has been suspended since'),
  })
  const { message: sent } = await as(admin).workers.sendMessage({ input: { name: 'begin' } })
  await expect(
    as(admin).tasks.submit({ params: { id: await taskOf(id) }, input: {} }),
  ).rejects.toMatchObject({ status: 409 })
  await expect(resume(id)).rejects.toMatchObject({
    message: 'the process "begun" is suspended: resume the process',
  })
  expect([sent.state, (await processOf('begun')).suspendedAt]).toEqual([
    'waiting',
    expect.any(String),
  ])
  expect(await show(id)).toMatchObject({ isProcessSuspended: true })

  await as(admin).processes.resumeProcess({ params: { id: process }, input: { comment } })
  await eventually(
    () => processOf('begun'),
    ({ running }) => running === 2,
  )
  await as(admin).tasks.submit({ params: { id: await taskOf(id) }, input: {} })
  expect(await show(id)).toMatchObject({ state: 'ended' })
})

test('a call of a suspended process waits for it, and is made as soon as it is resumed', async () => {
  const params = { id: (await processOf('begun')).id }
  await as(admin).processes.suspendProcess({ params, input: { comment } })
  const id = await run('calls')
  await eventually(
    () => heldJobs(id),
    (kinds) => kinds.join() === 'child.start',
  )

  await as(admin).processes.resumeProcess({ params, input: { comment, timers: 'fire' } })

  const children = 'select from kontor.process_instances where parent_id = $1'
  await eventually(
    async () => (await sql.query(children, [id])).rowCount,
    (count) => count === 1,
  )
  expect(await heldJobs(id)).toEqual([])
})

test('items that would start a suspended process wait for it, and start it once', async () => {
  const { id } = await processOf('ordered')
  const held = async () => {
    const query = `select from kontor.process_jobs
      where kind = 'start' and held_due_at is not null and payload ->> 'template' = $1`
    return (await sql.query(query, [id])).rowCount
  }
  await as(admin).processes.suspendProcess({ params: { id }, input: { comment } })
  const params = { namespace: 'office', code: 'orders' }
  const input = { context: { __name: 'Chairs' }, withEventForceCreate: true }
  for (const _ of [1, 2]) await as(admin).apps.createItem({ params, input })
  await eventually(held, (count) => count === 2)
  expect(await processOf('ordered')).toMatchObject({ running: 0 })

  await as(admin).processes.resumeProcess({ params: { id }, input: { comment } })

  await eventually(
    () => processOf('ordered'),
    ({ running }) => running === 2,
  )
  expect(await held()).toBe(0)
})

test('only those who may change the process suspend it', async () => {
  const id = await run('everything')
  const { id: process } = await processOf('everything')

  const attempts = [
    () => as(ann).processes.suspendInstance({ params: { id }, input: { comment } }),
    () => as(ann).processes.resumeInstance({ params: { id }, input: { comment } }),
    () => as(ann).processes.suspendProcess({ params: { id: process }, input: { comment } }),
    () => as(ann).processes.resumeProcess({ params: { id: process }, input: { comment } }),
  ]

  for (const attempt of attempts) await expect(attempt()).rejects.toMatchObject({ status: 403 })
})
