import { expect, test } from 'vitest'
import { startApp } from '../../../test/app.ts'
import { applyProcesses, diagram, eventually, flow } from '../../../test/process.ts'
import { sql } from '../../platform/db/sql.ts'
import { forgetLines, LAST_LINES, MOST_FORGOTTEN } from './store/history.ts'

const MOST = 5
const started = await startApp({
  environment: { KONTOR_WORKERS: '2', KONTOR_PROCESS_ROUNDS: String(MOST) },
})
const { as, admin, app, make } = started
await app.startJobs()

/** Each round is a job of its own, so that nothing runs for long. */
const ROUND = diagram(`<startEvent id="start" />
  <scriptTask id="work"><script>return { n: (context.n ?? 0) + 1 }</script></scriptTask>
  <exclusiveGateway id="more" default="enough" /><endEvent id="end" />
  ${flow('start -> work -> more')}
  <sequenceFlow id="again" sourceRef="more" targetRef="work">
    <conditionExpression>n &gt; 0</conditionExpression></sequenceFlow>
  <sequenceFlow id="enough" sourceRef="more" targetRef="end" />`)

await applyProcesses(started, 'sales', {
  round: { yaml: 'variables:\n  n: { name: N, type: INTEGER }\n', bpmn: ROUND },
})

const get = async (id: string) => (await as(admin).bpm.get({ params: { id } })).data
const stopped = (id: string, rounds: number) =>
  eventually(
    () => get(id),
    ({ n, __state }) => Number(n) >= rounds && __state === 'error',
  )

test('a loop through a script stops with an incident, and a retry allows as many rounds again', async () => {
  const params = { namespace: 'sales', code: 'round' }
  const { context } = await as(admin).bpm.run({ params, input: { context: {} } })
  const id = String(context.__id)

  const first = await stopped(id, MOST)
  expect(first.n).toBe(MOST)
  const { incidents } = await as(admin).bpm.listIncidents({ input: { instance: id } })
  expect(incidents).toMatchObject([
    { kind: 'endless', message: expect.stringContaining('went round more than 5 times') },
  ])

  await as(admin).bpm.repairIncidents({
    input: { incidents: [incidents[0]?.id ?? ''], action: 'retry' },
  })
  expect((await stopped(id, 2 * MOST)).n).toBe(2 * MOST + 1)
})

test('the history of an instance keeps its beginning and what happened last', async () => {
  const params = { namespace: 'sales', code: 'round' }
  const { context } = await as(admin).bpm.run({ params, input: { context: {} } })
  const id = String(context.__id)
  await stopped(id, MOST)

  const after = await make.asSystem(async ({ db }) => {
    await db.run(sql`
      insert into kontor.process_history (instance_id, seq, at, actor_id, event, data, steps)
      select ${id}, seq, now(), ${admin.id}, 'done', '{}', '[]' from generate_series(1001, 40000) seq`)
    const forget = async (seq: number) => {
      await forgetLines(db, id, seq)
      return db.one(sql<{ first: number; count: number; last: number }>`
        select min(seq) as first, (count(*) filter (where seq > 1000))::integer as count,
          max(seq) as last
        from kontor.process_history where instance_id = ${id}`)
    }
    return [await forget(40_000), await forget(40_000)]
  })

  // What is left over from long ago is deleted in several goes.
  expect(after).toEqual([
    { first: 1, count: 39_000 - MOST_FORGOTTEN, last: 40_000 },
    { first: 1, count: LAST_LINES, last: 40_000 },
  ])
})
