import { expect, test } from 'vitest'
import { startApp } from '../../../../test/app.ts'
import { applyProcesses, diagram, flow } from '../../../../test/process.ts'

const started = await startApp()
const { as, admin, make } = started
const ann = await make.user()

const task = (id: string) => `<userTask id="${id}" kontor:performer="role:author" />`
const office = diagram(`<startEvent id="start" />${['write', 'check', 'sign'].map(task).join('')}
  <subProcess id="inner"><startEvent id="in" />${task('one')}${task('two')}<endEvent id="out" />
    ${flow('in -> one -> two -> out')}</subProcess>
  <parallelGateway id="split" /><parallelGateway id="join" /><endEvent id="end" />
  <serviceTask id="print" kontor:topic="print" />
  <boundaryEvent id="late" attachedToRef="check"><timerEventDefinition><timeDuration>P1D</timeDuration>
  </timerEventDefinition></boundaryEvent>
  ${flow(`start -> write -> check -> split
    split -> sign -> join
    split -> print -> join
    join -> inner -> end
    late -> sign`)}`)
const VARIABLES = '\nvariables:\n  number: { name: Number, type: INTEGER }\n'
await applyProcesses(started, 'office', { paper: { yaml: VARIABLES, bpmn: office } })

const run = async () => {
  const params = { namespace: 'office', code: 'paper' }
  return String((await as(admin).bpm.run({ params, input: { context: {} } })).context.__id)
}
const get = async (id: string) => (await as(admin).bpm.get({ params: { id } })).data
const show = async (id: string) => (await as(admin).processes.instance({ params: { id } })).instance
const at = async (id: string) => (await show(id)).tokens.map(({ elementId }) => elementId).sort()
type Change = { action: 'add' | 'move' | 'cancel' | 'restart' | 'skip' } & Record<string, string>
const modify = (id: string, changes: Change[], more = {}, user = admin) =>
  as(user).processes.modify({ params: { id }, input: { changes, comment: 'a mistake', ...more } })

test('a step is moved, with its task, and variables are set in the same move', async () => {
  const id = await run()

  const changes: Change[] = [{ action: 'move', element: 'write', to: 'sign' }]
  const { elements } = await modify(id, changes, { variables: { number: 7 } })

  expect(elements).toEqual(['sign'])
  const { tasks, variables } = await show(id)
  expect(tasks.map(({ elementId, state }) => [elementId, state])).toEqual([
    ['write', 'cancel'],
    ['sign', 'in_progress'],
  ])
  expect(variables).toMatchObject([{ code: 'number', value: 7 }])
  const { lines } = await as(admin).bpm.timeline({ params: { id } })
  expect(lines.at(-1)).toMatchObject({ event: 'modify', data: { comment: 'a mistake', changes } })
  const { entries } = await as(admin).audit.list({ input: { object: `instance:${id}` } })
  expect(entries.map(({ type }) => type)).toContain('bpm.instance.modified')
})

test('steps are added, cancelled, restarted and skipped, also healthy ones', async () => {
  const id = await run()

  await modify(id, [{ action: 'add', to: 'print' }])
  expect(await at(id)).toEqual(['print', 'write'])
  await modify(id, [
    { action: 'restart', element: 'write' },
    { action: 'cancel', element: 'print' },
  ])
  expect(await at(id)).toEqual(['write'])
  await modify(id, [{ action: 'skip', element: 'write' }])
  expect(await at(id)).toEqual(['check'])

  expect((await show(id)).tasks.map(({ state }) => state)).toEqual([
    'cancel',
    'cancel',
    'in_progress',
  ])
})

test('a dry run says where it would be, and changes nothing', async () => {
  const id = await run()
  const before = await get(id)

  const { elements } = await modify(id, [{ action: 'move', element: 'write', to: 'inner' }], {
    dryRun: true,
    variables: { number: 3 },
  })

  expect(elements).toEqual(['inner', 'one'])
  expect(await get(id)).toEqual(before)
})

test('what would leave it nowhere, or cannot be, is refused and changes nothing', async () => {
  const id = await run()
  const refusals: [Change[], string][] = [
    [[{ action: 'cancel', element: 'write' }], 'nothing would be left to do: interrupt'],
    [[{ action: 'move', element: 'sign', to: 'write' }], 'the instance is not at "sign"'],
    [[{ action: 'add', to: 'nowhere' }], 'there is no element "nowhere"'],
    [[{ action: 'add', to: 'join' }], '"join" cannot be begun by itself'],
    [[{ action: 'add', to: 'late' }], '"late" cannot be begun by itself'],
    [[{ action: 'add', to: 'two' }], '"inner", which "two" is in, is not running'],
    [[{ action: 'move', element: 'write' }], '"move" needs "to"'],
    [
      [
        { action: 'add', to: 'sign' },
        { action: 'skip', element: 'write', flow: 'nowhere' },
      ],
      '"nowhere" does not lead out of this step',
    ],
  ]

  for (const [changes, message] of refusals) {
    await expect(modify(id, changes)).rejects.toMatchObject({
      status: 400,
      message: expect.stringContaining(message),
    })
  }
  expect(await at(id)).toEqual(['write'])
  expect((await show(id)).tasks).toHaveLength(1)
})

test('a sub-process whose last step is cancelled is done', async () => {
  const id = await run()
  await modify(id, [{ action: 'move', element: 'write', to: 'inner' }])

  await modify(id, [
    { action: 'add', to: 'two' },
    { action: 'cancel', element: 'one' },
  ])
  expect(await at(id)).toEqual(['inner', 'two'])
  await modify(id, [
    { action: 'add', to: 'check' },
    { action: 'cancel', element: 'two' },
  ])

  expect(await at(id)).toEqual(['check'])
})

test('many are modified each on its own', async () => {
  const [one, two, other] = [await run(), await run(), await run()]
  await modify(other, [{ action: 'skip', element: 'write' }])
  const input = {
    instances: [one, two, other],
    changes: [{ action: 'skip' as const, element: 'write' }],
    comment: 'all written',
  }

  const dry = await as(admin).processes.modifyMany({ input: { ...input, dryRun: true } })
  expect(await at(one)).toEqual(['write'])
  const done = await as(admin).processes.modifyMany({ input })

  const errors = { [other]: 'the instance is not at "write"' }
  expect([dry, done]).toEqual([
    { modified: 2, errors },
    { modified: 2, errors },
  ])
  expect(await Promise.all([one, two].map(at))).toEqual([['check'], ['check']])
})

test('only those who may change the process steer it', async () => {
  const id = await run()

  await expect(
    modify(id, [{ action: 'restart', element: 'write' }], {}, ann),
  ).rejects.toMatchObject({ status: 404 })
})
