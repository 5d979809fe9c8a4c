import { afterAll, expect, test } from 'vitest'
import { startApp } from '../../../../test/app.ts'
import { applyProcesses, diagram, eventually, flow } from '../../../../test/process.ts'
import { connectClient } from '../../../platform/db/db.ts'

const started = await startApp({ environment: { KONTOR_WORKERS: '2' } })
const { as, admin, app } = started
const sql = await connectClient(started.connection)
afterAll(() => sql.end())

type Version = { check: string; name: string; topic?: string; time: string; isOther?: boolean }
const draw = ({ check, name, time, isOther = false }: Version) =>
  diagram(`<startEvent id="start" /><serviceTask id="print" kontor:topic="moved" />
  <userTask id="${check}" name="${name}" kontor:performer="role:author" />
  <boundaryEvent id="late" attachedToRef="${check}" cancelActivity="false"><timerEventDefinition>
    <timeDuration>${time}</timeDuration></timerEventDefinition></boundaryEvent>
  ${isOther ? '<userTask id="tell" name="Tell the author" />' : '<sendTask id="tell" kontor:topic="tell" />'}
  <endEvent id="end" />${flow(`start -> print -> ${check} -> end\nlate -> tell -> end`)}`)
const OLD = draw({ check: 'check', name: 'Check the order', time: 'P1D' })
const NEW = draw({ check: 'control', name: 'Check the orders', time: 'P3D', isOther: true })
const publish = (bpmn: string) => applyProcesses(started, 'moves', { order: { bpmn } })
await publish(OLD)
await app.startJobs()

const place = { namespace: 'moves', code: 'order' }
const run = async () =>
  String((await as(admin).bpm.run({ params: place, input: { context: {} } })).context.__id)
const show = async (id: string) => (await as(admin).processes.instance({ params: { id } })).instance
const work = async () => {
  const { jobs } = await as(admin).workers.fetch({ input: { topics: ['moved'], worker: 'one' } })
  for (const { id: job, lock } of jobs) {
    await as(admin).workers.complete({ params: { job }, input: { lock, variables: {} } })
  }
}
const hoursLeft = async (id: string) => {
  const query = `select extract(epoch from run_at - now()) / 3600 as hours
    from kontor.process_jobs where instance_id = $1 and kind = 'timer'`
  return Math.round(Number((await sql.query<{ hours: string }>(query, [id])).rows[0]?.hours))
}
const mapping = { check: 'control' }

test('what is at a worker is moved to the newest version when it waits', async () => {
  const [one, two] = [await run(), await run()]
  const kept = await run()
  await work()
  const late = await run()
  await publish(NEW)

  const refused = as(admin).bpm.moveVersion({ params: { id: late }, input: { mapping } })
  await expect(refused).rejects.toMatchObject({
    message: expect.stringContaining('only a waiting'),
  })
  await as(admin).bpm.moveVersion({ params: { id: one }, input: { mapping } })
  const recomputed = { mapping, timers: 'recompute' as const, queue: true }
  const { moved, queued } = await as(admin).bpm.moveVersions({
    params: place,
    input: { instanceIds: [two, late], ...recomputed },
  })
  expect([moved, queued, (await show(late)).version]).toEqual([2, 1, 1])
  await work()
  const there = await eventually(
    () => show(late),
    ({ version }) => version === 2,
  )

  expect(there.tokens.map(({ elementId }) => elementId)).toEqual(['control'])
  expect([await hoursLeft(one), await hoursLeft(two), await hoursLeft(late)]).toEqual([24, 72, 72])
  expect((await show(kept)).version).toBe(1)
  const { entries } = await as(admin).audit.list({ input: { object: `instance:${late}` } })
  const types = entries.map(({ type }) => type)
  expect(types).toEqual(
    expect.arrayContaining(['bpm.instance.version_queued', 'bpm.instance.version_changed']),
  )
})

test('a queued move that is not possible is told to who wanted it, and the instance stays', async () => {
  await publish(OLD)
  const id = await run()
  await publish(NEW)
  await as(admin).bpm.moveVersion({ params: { id }, input: { queue: true } })
  await work()

  const lines = await eventually(
    async () => (await as(admin).bpm.timeline({ params: { id } })).lines,
    (all) => all.some(({ event }) => event === 'version.refused'),
  )

  expect(lines.at(-1)?.data).toMatchObject({
    problem: 'the element "Check the order": the new version does not have this element',
  })
  const { notifications } = await as(admin).notifications.list({ input: {} })
  expect(notifications.some(({ object }) => object === `instance:${id}`)).toBe(true)
})

test('elements that have taken the place of others are suggested, of the same kind only', async () => {
  const { processId } = await show(await run())
  const { process } = await as(admin).processes.get({ params: { id: processId }, input: {} })
  const [newest, old] = process.versions

  const { suggestions } = await as(admin).processes.suggestMapping({
    params: { id: processId },
    input: { from: old?.version ?? 0, to: newest?.version },
  })

  expect(suggestions).toEqual([
    {
      from: 'check',
      fromName: 'Check the order',
      to: 'control',
      toName: 'Check the orders',
      score: expect.any(Number),
    },
  ])
})
