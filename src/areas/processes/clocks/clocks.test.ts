import { afterAll, expect, test } from 'vitest'
import { startApp } from '../../../../test/app.ts'
import { diagram, eventually, flow, openTasks, processSolution } from '../../../../test/process.ts'
import { connectClient } from '../../../platform/db/db.ts'

// A Monday, at the beginning of a day of work.
let now = new Date('2026-03-02T09:00:00Z')
const started = await startApp({ environment: { KONTOR_WORKERS: '2' }, now: () => now })
const { as, admin, make, app } = started
const [ann, bob, cleo, dora] = [
  await make.user(),
  await make.user(),
  await make.user(),
  await make.user(),
]
const sql = await connectClient(started.connection)
afterAll(() => sql.end())

const DESK = diagram(`<startEvent id="start" />
  <userTask id="solve" name="Solve" kontor:performer="user:${ann.login}" />
  <userTask id="ask" name="Ask back" kontor:performer="user:${bob.login}" />
  <endEvent id="end" />
  ${flow('start -> solve\nsolve:Ask -> ask -> solve\nsolve:Done -> end')}`)
const YAML = `sla:
  whole: { name: Whole, within: 2 working days, pause: [ask] }
  solve:
    name: Solving
    within: 4 working hours
    step: solve
    warn: 1 working hour
    escalate:
      - { to: superior }
      - { after: 1 working hour, to: superior }
      - { after: 2 working hours, action: add, to: "user:${dora.login}" }
      - { after: 3 working hours, action: reassign, to: "role:author" }
`
const ORG = `departments:
  - code: company
    name: Company
    positions: [{ code: chief, name: Chief, isHead: true, users: [${cleo.login}] }]
    departments:
      - code: desk
        name: Desk
        positions:
          - { code: head, name: Head, isHead: true, users: [${bob.login}] }
          - { code: clerk, name: Clerk, users: [${ann.login}] }
`
const files = (yaml = YAML, calendar = '') =>
  processSolution(
    'desk',
    { handle: { yaml, bpmn: DESK } },
    {
      'people/org-chart.yaml': ORG,
      'calendars/office.yaml': `name: Office\nzone: UTC\ndefault: true\n${calendar}`,
    },
  )
const apply = (...args: Parameters<typeof files>) =>
  as(admin).solutions.apply({ input: { files: files(...args) } })
await apply()
await app.startJobs()

const HOUR = 3_600_000
const run = async () => {
  const params = { namespace: 'desk', code: 'handle' }
  return String((await as(admin).bpm.run({ params, input: { context: {} } })).context.__id)
}
const show = async (id: string) => (await as(admin).processes.instance({ params: { id } })).instance
const clocks = async (id: string) =>
  (await show(id)).clocks.map(({ code, state, usedSeconds, dueAt }) => [
    code,
    state,
    usedSeconds / 3600,
    dueAt,
  ])
const task = async (id: string) => openTasks((await as(admin).bpm.get({ params: { id } })).data)[0]
const submit = async (id: string, user: typeof ann, exit?: string) => {
  const { __id = '' } = (await task(id)) ?? {}
  const exitId = exit && { exitId: `solve_${exit}` }
  await as(user).tasks.submit({ params: { id: __id }, input: { ...exitId } })
}
const events = async (id: string) => {
  const { entries } = await as(admin).audit.list({
    input: { object: `instance:${id}`, type: 'bpm.instance.sla_*' },
  })
  return entries.map(({ type, data }) => [type.split('sla_')[1], data?.code]).toReversed()
}
const noticesOf = async (user: typeof ann) =>
  (await as(user).notifications.list({ input: { size: 100 } })).notifications.filter(({ text }) =>
    text.startsWith('Solving'),
  ).length
/** Lets the time pass, and the clocks of the instance look at once. */
const pass = async (id: string, hours: number) => {
  now = new Date(now.getTime() + hours * HOUR)
  const due = `update kontor.process_jobs set run_at = now() where instance_id = $1 and kind = 'sla' returning id`
  const { rows } = await sql.query<{ id: string }>(due, [id])
  await eventually(
    async () =>
      (
        await sql.query('select from kontor.process_jobs where id = any($1)', [
          rows.map((row) => row.id),
        ])
      ).rowCount,
    (left) => left === 0,
  )
}

/** What people see of a clock that warned, or whose time is over: on the map, in tasks and for managers. */
const told = async (id: string) => {
  const { processId: process } = await show(id)
  const { __id: task_ = '' } = (await task(id)) ?? {}
  const params = { id: process }
  const { elements } = await as(admin).processes.statistics({ params, input: {} })
  const solve = elements.find((each) => each.id === 'solve')
  const form = await as(ann).tasks.form({ params: { id: task_ } })
  const { tasks } = await as(ann).tasks.quickExits({ input: { ids: [task_] } })
  const { processes } = await as(admin).workplace.team({ input: {} })
  const counted = processes.find((each) => each.id === process)
  const listed = async (sla: 'breached' | 'atRisk') =>
    (await as(admin).processes.instances({ input: { process, sla } })).total
  const [risk, breached] = [await listed('atRisk'), await listed('breached')]
  expect(counted).toMatchObject({ slaAtRisk: risk, slaBreached: breached })
  return {
    elements: [solve?.breaches, solve?.atRisk],
    form: form.clocks.filter(({ warnedAt }) => warnedAt).length,
    quick: tasks[0]?.sla,
    ...{ risk, breached },
  }
}

test('a clock counts working time, stands still at named steps, and stops with its step', async () => {
  now = new Date('2026-03-02T15:00:00Z')
  const id = await run()
  // Two of four hours today, the rest tomorrow; the task has no due date of its own.
  expect(await clocks(id)).toEqual([
    ['solve', 'running', 0, '2026-03-03T11:00:00.000Z'],
    ['whole', 'running', 0, '2026-03-04T15:00:00.000Z'],
  ])
  expect((await task(id))?.dueDate).toBe('2026-03-03T11:00:00Z')

  now = new Date('2026-03-03T10:00:00Z')
  await submit(id, ann, 'Ask')
  now = new Date('2026-03-05T10:00:00Z')

  expect(await clocks(id)).toEqual([
    ['solve', 'stopped', 3, null],
    ['whole', 'paused', 3, null],
  ])
  await submit(id, bob)
  expect(await clocks(id)).toEqual([
    ['solve', 'stopped', 3, null],
    ['whole', 'running', 3, '2026-03-06T15:00:00.000Z'],
    ['solve', 'running', 0, '2026-03-05T14:00:00.000Z'],
  ])
  await submit(id, ann, 'Done')
  expect((await clocks(id)).map(([, state]) => state)).toEqual(['stopped', 'stopped', 'stopped'])
  expect(await events(id)).toEqual([])
})

test('before the end people are warned, after it others are told and get the task, each once', async () => {
  now = new Date('2026-03-09T09:00:00Z')
  const id = await run()
  await pass(id, 2)
  expect(await events(id)).toEqual([])

  await pass(id, 1)
  await pass(id, 0)
  await expect
    .poll(async () => [await events(id), await noticesOf(ann)])
    .toEqual([[['warned', 'solve']], 1])
  expect(await told(id)).toEqual({
    elements: [0, 1],
    form: 1,
    quick: 'atRisk',
    risk: 1,
    breached: 0,
  })
  await pass(id, 1)
  await expect.poll(() => noticesOf(bob)).toBe(1)
  expect(await told(id)).toMatchObject({ elements: [1, 0], risk: 0, breached: 1 })
  await pass(id, 1)
  await expect.poll(async () => [await noticesOf(bob), await noticesOf(cleo)]).toEqual([1, 1])
  await pass(id, 1)
  const performers = async () => (await task(id))?.performers
  await expect.poll(performers).toEqual([ann.id, dora.id])
  await pass(id, 1)
  await pass(id, 0)

  await expect.poll(performers).toEqual([admin.id])
  expect((await events(id)).map(([type]) => type)).toEqual([
    'warned',
    'breached',
    ...Array<string>(4).fill('escalated'),
  ])
  const [clock] = (await show(id)).clocks
  expect(clock).toMatchObject({ level: 4, breachedAt: '2026-03-09T13:00:00.000Z' })
  const { id: process } = (await as(admin).processes.list()).processes[0] ?? { id: '' }
  const { elements, clocks: levels } = await as(admin).processes.statistics({
    params: { id: process },
    input: {},
  })
  expect(elements.find((each) => each.id === 'solve')?.breaches).toBe(1)
  expect(levels.find(({ code }) => code === 'solve')).toMatchObject({ breached: 1, met: 2 })
})

test('a clock that stops too late says so, even if nobody looked in time', async () => {
  now = new Date('2026-03-16T09:00:00Z')
  const id = await run()
  await sql.query(`delete from kontor.process_jobs where instance_id = $1 and kind = 'sla'`, [id])
  now = new Date('2026-03-16T14:00:00Z')

  await submit(id, ann, 'Done')

  expect(await events(id)).toEqual([['breached', 'solve']])
})

test('a changed calendar, a suspended instance and a suspended process change the end', async () => {
  now = new Date('2026-03-23T09:00:00Z')
  const id = await run()
  const dueOf = async () => (await clocks(id)).find(([code]) => code === 'solve')?.[3]
  expect(await dueOf()).toBe('2026-03-23T13:00:00.000Z')

  await apply(YAML, 'days: { 2026-03-23: ["09:00-10:00"] }\n')
  await eventually(dueOf, (due) => due === '2026-03-24T12:00:00.000Z')
  const comment = 'a strike'
  now = new Date('2026-03-24T10:00:00Z')
  await as(admin).processes.suspendInstance({ params: { id }, input: { comment } })
  expect((await clocks(id)).map(([, state, used]) => [state, used])).toContainEqual(['paused', 2])
  const { __id: asked = '' } = (await task(id)) ?? {}
  const form = await as(ann).tasks.form({ params: { id: asked } })
  expect(form.suspendedAt).toBe('2026-03-24T10:00:00.000Z')
  const { tasks } = await as(ann).tasks.quickExits({ input: { ids: [asked] } })
  expect(tasks).toMatchObject([{ suspendedAt: form.suspendedAt, sla: null }])
  now = new Date('2026-03-26T10:00:00Z')
  await as(admin).processes.resumeInstance({ params: { id }, input: { comment } })
  expect(await dueOf()).toBe('2026-03-26T12:00:00.000Z')

  const { processId } = await show(id)
  const params = { id: processId }
  await as(admin).processes.suspendProcess({ params, input: { comment } })
  now = new Date('2026-03-26T11:00:00Z')
  // Whatever is repaired meanwhile leaves the clocks as they are.
  const changes = [{ action: 'add' as const, to: 'ask' }]
  await as(admin).processes.modify({ params: { id }, input: { changes, comment } })
  const back = [{ action: 'cancel' as const, element: 'ask' }]
  await as(admin).processes.modify({ params: { id }, input: { changes: back, comment } })
  now = new Date('2026-03-27T09:00:00Z')
  await as(admin).processes.resumeProcess({ params, input: { comment } })

  await eventually(dueOf, (due) => due === '2026-03-27T11:00:00.000Z')
  const whole = (await clocks(id)).find(([code]) => code === 'whole')
  expect(whole?.slice(0, 3)).toEqual(['whole', 'running', 2])
  expect(await events(id)).toEqual([])
})

test('a calendar that changes while an instance is suspended counts when it is resumed', async () => {
  now = new Date('2026-04-06T09:00:00Z')
  await apply()
  const id = await run()
  const dueOf = async () => (await clocks(id)).find(([code]) => code === 'solve')?.[3]
  const comment = 'a move'
  await as(admin).processes.suspendInstance({ params: { id }, input: { comment } })

  await apply(YAML, 'days: { 2026-04-07: ["09:00-10:00"] }\n')
  now = new Date('2026-04-07T09:00:00Z')
  await as(admin).processes.resumeInstance({ params: { id }, input: { comment } })

  expect(await dueOf()).toBe('2026-04-08T12:00:00.000Z')
  now = new Date('2026-04-08T11:00:00Z')
  const told = await eventually(
    () => events(id),
    (all) => all.length > 0,
  )
  expect(told).toEqual([['warned', 'solve']])
})

test.each([
  ['an element', 'step: nowhere', 'about the element "nowhere", which is not in the diagram'],
  ['a time', 'warn: PT1H', 'expected working time, as in "within"'],
  ['nobody', 'escalate: [{ to: "user:nobody" }]', 'there is no user:nobody'],
])('a clock with %s that cannot be is refused', async (_, more, message) => {
  const yaml = `sla:\n  one:\n    name: One\n    within: 1 working day\n    ${more}\n`

  await expect(as(admin).solutions.plan({ input: { files: files(yaml) } })).rejects.toMatchObject({
    message: expect.stringContaining(message),
  })
})

test('a clock stands still while the item of the process has a status', async () => {
  const REQUESTS = `name: Requests
statuses:
  - code: main
    name: Main
    statuses: [{ id: 1, code: new, name: New }, { id: 2, code: waiting, name: Waiting }]
`
  const yaml = `variables: { request: { name: Request, type: SYS_COLLECTION, app: ticket/requests } }
sla:
  whole: { name: Whole, within: 8 working hours, pauseStatuses: [waiting] }
`
  const bpmn = diagram(`<startEvent id="start" />
    <userTask id="solve" kontor:performer="user:${ann.login}" /><endEvent id="end" />
    ${flow('start -> solve -> end')}`)
  const solution = (text: string) =>
    processSolution(
      'ticket',
      { handle: { yaml: text, bpmn } },
      { 'workspaces/ticket/apps/requests.yaml': REQUESTS },
    )
  await as(admin).solutions.apply({ input: { files: solution(yaml) } })
  now = new Date('2026-04-06T09:00:00Z')
  const params = { namespace: 'ticket', code: 'requests' }
  const created = await as(admin).apps.createItem({ params, input: { context: {} } })
  const item = String(created.item.__id)
  const ticket = { namespace: 'ticket', code: 'handle' }
  const context = { request: [item], __item: { ...params, id: item } }
  const ran = await as(admin).bpm.run({ params: ticket, input: { context } })
  const id = String(ran.context.__id)
  const setStatus = async (code: string, at: string) => {
    now = new Date(at)
    await as(admin).apps.setStatus({ params: { ...params, id: item }, input: { status: { code } } })
  }

  await setStatus('waiting', '2026-04-06T11:00:00Z')
  const whole = async () => (await clocks(id))[0]
  await expect.poll(whole).toEqual(['whole', 'paused', 2, null])
  await setStatus('new', '2026-04-08T09:00:00Z')

  await expect.poll(whole).toEqual(['whole', 'running', 2, '2026-04-08T15:00:00.000Z'])
  const { plan } = await as(admin).solutions.plan({
    input: { files: solution(yaml.replace('[waiting]', '[lost]')) },
  })
  expect(JSON.stringify(plan.warnings)).toContain('which no app of its variables has')

  // The instance keeps the version it began with.
  const plain = yaml.replace(', pauseStatuses: [waiting]', '')
  await as(admin).solutions.apply({ input: { files: solution(plain) } })
  await setStatus('waiting', '2026-04-08T10:00:00Z')
  await expect.poll(whole).toEqual(['whole', 'paused', 3, null])
})
