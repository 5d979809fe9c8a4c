import { readFile } from 'node:fs/promises'
import { expect, onTestFinished, test } from 'vitest'
import { startApp } from '../../../test/app.ts'
import { actionDiagram, diagram, eventually, flow, processSolution } from '../../../test/process.ts'
import { invalid, tooMany, unavailable } from '../../lib/errors.ts'
import { connectClient } from '../../platform/db/db.ts'
import { makeDocument } from './jobs/document.ts'
import type { Executor, Outcome, Work } from './jobs/outcome.ts'
import { startProcessJobs } from './jobs/runner.ts'

const started = await startApp()
const { as, admin, app, connection } = started

const VARIABLES = `
variables:
  answer: { name: Answer, type: INTEGER }
`
const files = processSolution(
  'sales',
  {
    ask: {
      yaml: VARIABLES,
      bpmn: actionDiagram('oracle/ask', { out: 'answer' }),
    },
    papers: {
      yaml: `
variables:
  order: { name: Order, type: SYS_COLLECTION, app: sales/orders }
  papers: { name: Papers, type: FILE }
`,
      bpmn: diagram(`<startEvent id="start" />
  <serviceTask id="write" kontor:step="doc_template"><extensionElements><kontor:settings>
    <kontor:setting name="template" value="sales/letter" />
    <kontor:setting name="target" value="order" /><kontor:setting name="result" value="papers" />
  </kontor:settings></extensionElements></serviceTask>
  <endEvent id="end" />${flow('start -> write -> end')}`),
    },
  },
  {
    'workspaces/sales/apps/orders.yaml': 'name: Orders\n',
    'workspaces/sales/documents/letter.yaml': 'name: Letter\nfile: letter.docx\n',
    'modules/oracle.yaml':
      'name: Oracle\nactions:\n  ask: { name: Ask, url: "https://oracle.example/ask" }\n',
  },
)

const docx = await readFile('solutions/crm/workspaces/crm/apps/orders/documents/confirmation.docx')
const letter = {
  path: 'workspaces/sales/documents/letter.docx',
  base64: docx.toString('base64'),
}
await as(admin).solutions.apply({ input: { files: [...files, letter] } })

/** A node of its own, with its own way to carry out actions, or another kind of work. */
const startNode = (executor: Executor, kind = 'action') =>
  startProcessJobs(app.platform, {
    workers: 1,
    executors: { [kind]: executor },
    publicUrl: '',
    lease: 600,
    backoff: () => 0,
  })

const done = (answer: number): Outcome => ({ type: 'done', result: { answer } })
const run = async (code = 'ask', context = {}) => {
  const params = { namespace: 'sales', code }
  return (await as(admin).bpm.run({ params, input: { context } })).context.__id
}
const get = async (id: string) => (await as(admin).bpm.get({ params: { id } })).data

/** A node that begins its work and does not end it before it is told to. */
function startHeld(outcome: () => Outcome) {
  const [begun, gate] = [Promise.withResolvers<Work>(), Promise.withResolvers<void>()]
  const node = startNode(async (work) => {
    begun.resolve(work)
    await gate.promise
    return outcome()
  })
  const finish = async () => {
    gate.resolve()
    await node.stop()
  }
  return { begun: begun.promise, finish }
}

test.each<[string, () => Outcome]>([
  ['a result', () => done(1)],
  [
    'a failure',
    () => {
      throw new Error('it broke')
    },
  ],
])('who lost the lease of a job comes too late with %s and changes nothing', async (_, late) => {
  const database = await connectClient(connection)
  onTestFinished(() => database.end())
  const jobOf = async (id: string) =>
    (await database.query('select * from kontor.process_jobs where instance_id = $1', [id])).rows
  const first = startHeld(late)
  const id = await run()
  const { key } = await first.begun
  await database.query('update kontor.process_jobs set run_at = now() where instance_id = $1', [id])
  const second = startHeld(() => done(2))
  const again = await second.begun
  const leased = await jobOf(id)

  await first.finish()
  const meanwhile = await get(id)
  const kept = await jobOf(id)
  await second.finish()

  expect(meanwhile).toMatchObject({ __state: 'exec', answer: null })
  expect(kept).toEqual(leased)
  expect(again.key).toBe(key)
  expect(await get(id)).toMatchObject({ __state: 'done', answer: 2 })
  const { lines } = await as(admin).bpm.timeline({ params: { id } })
  expect(lines.map(({ event }) => event)).toEqual(['start', 'done'])
})

test.each<[string, () => Outcome, string]>([
  ['a result', () => done(3), 'done'],
  [
    'a failure',
    () => {
      throw invalid('no such question')
    },
    'error',
  ],
])(
  '%s of an instance that was suspended meanwhile is kept, not reached again',
  async (_, outcome, state) => {
    let calls = 0
    const held = startHeld(() => {
      calls++
      return outcome()
    })
    const id = await run()
    await held.begun
    const comment = 'an audit'
    await as(admin).processes.suspendInstance({ params: { id }, input: { comment } })
    await held.finish()
    expect(await get(id)).toMatchObject({ __state: 'exec', answer: null })

    const node = startNode(async () => {
      calls++
      return done(4)
    })
    onTestFinished(() => node.stop())
    await as(admin).processes.resumeInstance({ params: { id }, input: { comment } })
    const { answer } = await eventually(
      () => get(id),
      ({ __state }) => __state === state,
    )

    expect([calls, answer]).toEqual([1, state === 'done' ? 3 : null])
  },
)

test.each([
  ['is kept, not made again', false, 1],
  ['is made again after a month, when its body is gone', true, 2],
])('a document of an instance that was suspended meanwhile %s', async (_, isOld, expected) => {
  const database = await connectClient(connection)
  onTestFinished(() => database.end())
  let calls = 0
  const [made, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const make: Executor = async (work, tools) => {
    calls++
    const outcome = await makeDocument(work, tools)
    made.resolve()
    await gate.promise
    return outcome
  }
  const { item } = await as(admin).apps.createItem({
    params: { namespace: 'sales', code: 'orders' },
    input: { context: {} },
  })
  const first = startNode(make, 'document')
  const id = await run('papers', { order: [item.__id] })
  await made.promise
  const comment = 'an audit'
  await as(admin).processes.suspendInstance({ params: { id }, input: { comment } })
  gate.resolve()
  await first.stop()
  if (isOld) {
    await database.query(
      `update kontor.process_jobs set payload =
         jsonb_set(payload, '{reached,outcome,until}', '"2026-01-01T00:00:00Z"')
       where instance_id = $1`,
      [id],
    )
    await database.query('delete from kontor.file_bodies where expires_at is not null')
  }

  const second = startNode(make, 'document')
  onTestFinished(() => second.stop())
  await as(admin).processes.resumeInstance({ params: { id }, input: { comment } })
  const { papers } = await eventually(
    () => get(id),
    ({ __state }) => __state !== 'exec',
  )

  expect(papers).toEqual([expect.any(String)])
  expect(calls).toBe(expected)
})

test.each([
  ['too many wait', tooMany('decisions wait already: 1000', 1), 'done', []],
  ['there is no thread', unavailable('no thread for decisions could be started'), 'done', []],
  ['the request is wrong', invalid('no such question'), 'error', ['no such question']],
])('when %s, the next attempt is made if it may help', async (_, error, state, messages) => {
  const node = startNode(async ({ attempt }) => {
    if (attempt === 1) throw error
    return done(attempt)
  })
  onTestFinished(() => node.stop())
  const id = await run()
  const incidentsOf = async () =>
    (await as(admin).bpm.listIncidents({ input: { instance: id } })).incidents

  const [{ __state }, incidents] = await eventually(
    async () => [await get(id), await incidentsOf()] as const,
    ([data, found]) => data.__state === 'done' || found.length > 0,
  )

  expect(incidents.map(({ message }) => message)).toEqual(messages)
  expect(__state).toBe(state)
})
