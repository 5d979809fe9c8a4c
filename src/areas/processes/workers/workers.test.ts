import { afterAll, expect, test } from 'vitest'
import { startApp } from '../../../../test/app.ts'
import { applyProcesses, diagram, flow } from '../../../../test/process.ts'
import { newId } from '../../../lib/ids.ts'
import { connectClient } from '../../../platform/db/db.ts'

const started = await startApp()
const { as, admin, make, connection } = started
const [ann, bob] = [await make.user(), await make.user()]

const mapping = (direction: string, source: string, target: string) =>
  `<kontor:mapping direction="${direction}" source="${source}" target="${target}" />`

/** A step of a topic, a way on, and a way for errors with the code "refused". */
const around = (element: string) =>
  diagram(
    `<startEvent id="start" />${element}<endEvent id="end" /><endEvent id="refused" />
    <boundaryEvent id="no" attachedToRef="work"><errorEventDefinition errorRef="error" /></boundaryEvent>
    ${flow('start -> work -> end\nno -> refused')}`,
    '<error id="error" errorCode="refused" />',
  )

const VARIABLES = `
variables:
  amount: { name: Amount, type: INTEGER }
  note: { name: Note, type: STRING }
  clerk: { name: Clerk, type: SYS_USER }
`
const mapped = `<extensionElements><kontor:mappings>${mapping('in', 'amount * 2.0', 'double')}
  ${mapping('out', 'answer.text', 'note')}</kontor:mappings></extensionElements>`

await applyProcesses(started, 'sales', {
  plain: { yaml: VARIABLES, bpmn: around('<serviceTask id="work" kontor:topic="plain" />') },
  mapped: {
    yaml: VARIABLES,
    bpmn: around(`<sendTask id="work" kontor:topic="mapped">${mapped}</sendTask>`),
  },
  kinds: {
    yaml: VARIABLES,
    bpmn: diagram(`<startEvent id="start" /><scriptTask id="a" kontor:topic="kinds" />
      <businessRuleTask id="b" kontor:topic="kinds" /><endEvent id="end" />
      ${flow('start -> a -> b -> end')}`),
  },
  left: { yaml: VARIABLES, bpmn: around('<serviceTask id="work" kontor:topic="left" />') },
  right: { yaml: VARIABLES, bpmn: around('<serviceTask id="work" kontor:topic="right" />') },
})
for (const topic of ['plain', 'mapped', 'kinds', 'later', 'left', 'right']) {
  await as(admin).access.grant({
    input: { kind: 'topic', object: topic, right: 'update', subjectKind: 'user', subject: ann.id },
  })
}

const database = await connectClient(connection)
afterAll(() => database.end())
const run = async (code: string, context = {}) => {
  const params = { namespace: 'sales', code }
  return String((await as(admin).bpm.run({ params, input: { context } })).context.__id)
}
const get = async (id: string) => (await as(admin).bpm.get({ params: { id } })).data
const fetchJobs = async (topic: string, input = {}) =>
  (await as(ann).workers.fetch({ input: { topics: [topic], worker: 'one', ...input } })).jobs
const fetchOne = async (topic: string, input = {}) => {
  const [job] = await fetchJobs(topic, { max: 1, ...input })
  if (!job) throw new Error(`there is no job of ${topic}`)
  return job
}
type Job = Awaited<ReturnType<typeof fetchOne>>
const complete = ({ id, lock }: Pick<Job, 'id' | 'lock'>, variables = {}, user = ann) =>
  as(user).workers.complete({ params: { job: id }, input: { lock, variables } })
const fail = ({ id, lock }: Job, input = {}) =>
  as(ann).workers.fail({ params: { job: id }, input: { lock, message: 'no paper', ...input } })
/** The time of a lock is over. */
const expire = ({ id }: Job) =>
  database.query('update kontor.process_jobs set run_at = now() where id = $1', [id])

test('a worker fetches a job with its variables and completes it', async () => {
  const id = await run('plain', { amount: 7 })

  const job = await fetchOne('plain')
  const { instance } = await as(admin).processes.instance({ params: { id } })
  await complete(job, { note: 'done' })

  expect(job).toMatchObject({
    instance: { id },
    process: 'sales/plain',
    element: 'work',
    attempt: 1,
    variables: { amount: 7, note: null },
  })
  expect(instance.tokens).toMatchObject([
    { elementId: 'work', work: { topic: 'plain', worker: 'one', lockedUntil: job.lockedUntil } },
  ])
  expect(await get(id)).toMatchObject({ __state: 'done', note: 'done' })
  const { entries } = await as(admin).audit.list({ input: { object: `instance:${id}` } })
  expect(entries.find(({ type }) => type === 'bpm.instance.job_completed')).toMatchObject({
    data: { element: 'work', topic: 'plain', worker: 'one' },
  })
})

test('mappings say what goes out and what comes in', async () => {
  const id = await run('mapped', { amount: 7 })

  const job = await fetchOne('mapped')
  await complete(job, { answer: { text: 'sent' }, amount: 9 })

  expect(job.variables).toEqual({ double: 14 })
  expect(await get(id)).toMatchObject({ note: 'sent', amount: 7 })
})

test('script and business rule tasks with a topic are done by workers, too', async () => {
  const id = await run('kinds')

  for (const _ of ['a', 'b']) await complete(await fetchOne('kinds'))

  expect(await get(id)).toMatchObject({ __state: 'done' })
})

test('an answer counts once, however often it is sent; another answer comes too late', async () => {
  const id = await run('plain')
  const job = await fetchOne('plain')

  const both = await Promise.all([complete(job, { note: 'a' }), complete(job, { note: 'b' })])
  await complete(job, { note: 'c' })

  expect(both).toEqual([{}, {}])
  await expect(fail(job)).rejects.toMatchObject({
    status: 409,
    message: 'the job was already answered: completed',
  })
  const { lines } = await as(admin).bpm.timeline({ params: { id } })
  expect(lines.map(({ event }) => event)).toEqual(['start', 'done'])
})

test('a lost lock is given to another, and the first is told', async () => {
  const id = await run('plain')
  const first = await fetchOne('plain')
  await expire(first)
  const second = await fetchOne('plain', { worker: 'two' })

  await expect(complete(first, { note: 'late' })).rejects.toMatchObject({ status: 409 })
  const { id: job, lock } = first
  const extend = as(ann).workers.extend({ params: { job }, input: { lock, seconds: 9 } })
  await expect(extend).rejects.toMatchObject({ status: 409 })
  await complete(second, { note: 'in time' })

  expect(second).toMatchObject({ id: first.id, key: first.key, attempt: 2 })
  expect(await get(id)).toMatchObject({ __state: 'done', note: 'in time' })
})

test('a lock that expired is still good while nobody else has it, and can be extended', async () => {
  await run('plain')
  const job = await fetchOne('plain', { lockSeconds: 1 })
  const { id, lock } = job

  const { lockedUntil } = await as(ann).workers.extend({
    params: { job: id },
    input: { lock, seconds: 3600 },
  })

  expect(Date.parse(lockedUntil) - Date.parse(job.lockedUntil)).toBeGreaterThan(3_500_000)
  await expire(job)
  await complete(job)
})

test('a failed attempt is tried again, the last one is an incident', async () => {
  const id = await run('plain')

  const { retryAt } = await fail(await fetchOne('plain'), { retries: 1, retrySeconds: 0 })
  const again = await fetchOne('plain')
  const last = await fail(again, { code: 'paper' })
  const repeated = await fail(again, { code: 'paper' })

  expect(retryAt).not.toBeNull()
  expect(again).toMatchObject({ attempt: 2, maxAttempts: 2 })
  expect([last, repeated]).toEqual([{ retryAt: null }, { retryAt: null }])
  const { incidents } = await as(admin).bpm.listIncidents({ input: { instance: id } })
  expect(incidents).toMatchObject([{ kind: 'job', message: 'no paper', element: 'work' }])
  await as(admin).bpm.retryIncident({ params: { id: incidents[0]?.id ?? '' } })
  await complete(await fetchOne('plain'))
  expect(await get(id)).toMatchObject({ __state: 'done' })
})

test('a job that waits for its next attempt says so on the page of the instance', async () => {
  const id = await run('plain')
  const job = await fetchOne('plain')

  const { retryAt } = await fail(job, { retrySeconds: 600 })

  const { instance } = await as(admin).processes.instance({ params: { id } })
  expect(instance.tokens[0]?.work).toEqual({
    topic: 'plain',
    worker: null,
    lockedUntil: null,
    retryAt,
    attempts: 1,
    maxAttempts: 5,
    lastError: 'no paper',
  })
  expect(await fetchJobs('plain')).toEqual([])
  const { topics } = await as(ann).workers.topics()
  expect(topics).toMatchObject([{ topic: 'plain', waiting: 0, locked: 0, delayed: 1 }])
  expect((await as(bob).workers.topics()).topics).toEqual([])
  await as(admin).bpm.interrupt({ params: { id }, input: { comment: '' } })
})

test('who never answers uses up the attempts', async () => {
  const id = await run('plain')

  for (let attempt = 0; attempt < 5; attempt++) await expire(await fetchOne('plain'))

  expect(await fetchJobs('plain')).toEqual([])
  const { incidents } = await as(admin).bpm.listIncidents({ input: { instance: id } })
  expect(incidents).toMatchObject([{ message: '5 workers had the job and did not answer in time' }])
})

test.each([
  ['the code of an error', 'refused', 'refused'],
  ['no other code', 'other', 'work'],
])('an error event catches %s', async (_, code, reached) => {
  const id = await run('plain')
  const { id: job, lock } = await fetchOne('plain')

  const input = { lock, code, variables: { note: 'too dear' } }
  for (const _ of ['first', 'again']) {
    await as(ann).workers.throwError({ params: { job }, input })
  }

  const { instance } = await as(admin).processes.instance({ params: { id } })
  expect(instance.passed.at(-1)?.elementId).toBe(reached)
  expect((await get(id)).note).toBe(reached === 'refused' ? 'too dear' : null)
})

test('the same happens when the last attempt fails with the code', async () => {
  const id = await run('plain')

  await fail(await fetchOne('plain'), { retries: 0, code: 'refused' })

  expect(await get(id)).toMatchObject({ __state: 'done' })
})

test('what does not fit is refused, and the lock stays', async () => {
  const id = await run('plain')
  const job = await fetchOne('plain')

  for (const [variables, message] of [
    [{ amount: 'many' }, /amount/],
    [{ amuont: 1 }, /unknown variable "amuont"/],
    [{ clerk: [newId()] }, /clerk/],
  ] as const) {
    await expect(complete(job, variables)).rejects.toMatchObject({
      status: 400,
      message: expect.stringMatching(message),
    })
  }
  await complete(job, { amount: 1, clerk: [ann.id] })

  expect(await get(id)).toMatchObject({ amount: 1, clerk: [ann.id] })
})

test('a fetch is limited, and so is what a worker holds', async () => {
  for (let at = 0; at < 5; at++) await run('mapped', { amount: 1 })

  const [two, others] = await Promise.all(
    [1, 2].map(() => fetchJobs('mapped', { worker: 'three', max: 2, maxLocked: 3 })),
  )
  const none = await fetchJobs('mapped', { worker: 'three', maxLocked: 3 })
  const rest = await fetchJobs('mapped', { worker: 'two' })

  expect([two?.length, others?.length].sort()).toEqual([1, 2])
  expect(none).toEqual([])
  expect(rest).toHaveLength(2)
  for (const job of [...(two ?? []), ...(others ?? []), ...rest]) await complete(job)
})

test('a fetch waits for a job', async () => {
  const waiting = fetchJobs('mapped', { waitSeconds: 30 })
  // Long enough for the request to arrive; if not, the job is there already.
  await fetchJobs('plain')
  await run('mapped', { amount: 1 })

  const [job] = await waiting
  expect(job).toMatchObject({ topic: 'mapped' })
  if (job) await complete(job)
})

test('an interrupted process takes its job away', async () => {
  const id = await run('plain')
  const job = await fetchOne('plain')

  await as(admin).bpm.interrupt({ params: { id }, input: { comment: '' } })

  await expect(complete(job)).rejects.toMatchObject({ status: 409 })
})

test('a topic is for those who have the right, and a lock for who has it', async () => {
  await run('plain')
  const job = await fetchOne('plain')

  const asBob = as(bob).workers.fetch({ input: { topics: ['plain'], worker: 'bob' } })
  await expect(asBob).rejects.toMatchObject({
    status: 403,
    message: 'the right "update" on topic plain is required',
  })
  await expect(complete(job, {}, bob)).rejects.toMatchObject({ status: 409 })
  await expect(complete({ ...job, id: '99999999' })).rejects.toMatchObject({ status: 409 })
  const { secret: token } = await as(ann).access.createToken({
    input: { name: 'worker', scopes: ['workers:write'] },
  })
  await expect(as({ token }).bpm.get({ params: { id: job.instance.id } })).rejects.toMatchObject({
    status: 403,
  })
  await complete(job, {}, { ...ann, token })
})

test('a job that cannot be given up keeps no other from the worker', async () => {
  const id = await run('left')
  // The step of this job is gone.
  await database.query(
    `insert into kontor.process_jobs
       (instance_id, token, kind, topic, run_at, attempts, max_attempts, payload)
     values ($1, 99, 'worker', 'left', now() - interval '1 hour', 5, 5, '{"node": "work"}')`,
    [id],
  )

  const [job, ...others] = await fetchJobs('left')

  expect([job?.instance.id, others]).toEqual([id, []])
  if (job) await complete(job)
  await database.query('delete from kontor.process_jobs where instance_id = $1', [id])
})

test('of several topics the oldest jobs come first, with some megabytes at once', async () => {
  // The oldest first; one is too large for any answer.
  const sizes = [1, 2, 3e6, 5e6, 9e6, 3]
  const ids = await Promise.all(sizes.map((_, at) => run(at % 2 === 0 ? 'left' : 'right')))
  for (const [at, size] of sizes.entries()) {
    await database.query(
      `update kontor.process_jobs set run_at = now() - make_interval(mins => $2),
         payload = jsonb_set(payload, '{input}', jsonb_build_object('note', repeat('x', $3)))
       where instance_id = $1`,
      [ids[at], 10 - at, size],
    )
  }
  const input = { topics: ['right', 'left', 'right'], max: 3 }

  const fetched: number[][] = []
  for (let jobs = await fetchJobs('', input); jobs.length > 0; jobs = await fetchJobs('', input)) {
    fetched.push(jobs.map(({ variables }) => String(variables.note).length))
    for (const job of jobs) await complete(job)
  }

  expect(fetched).toEqual([[1, 2, 3e6], [5e6], [9e6], [3]])
})
