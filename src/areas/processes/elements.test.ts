import { expect, test } from 'vitest'
import { startApp } from '../../../test/app.ts'
import { applyProcesses, openTasks } from '../../../test/process.ts'
import { read } from '../../engine/models/load.ts'

const started = await startApp()
const { as, admin, make } = started
const ann = await make.user()

const flag = (name: string) => `variables:\n  ${name}: { name: ${name}, type: BOOLEAN }\n`
const CODES = {
  undo: { bpmn: read('element-compensation-task') },
  trip: { bpmn: read('element-transaction') },
  case: { bpmn: read('element-ad-hoc'), yaml: flag('enough') },
  cases: {
    bpmn: read('element-ad-hoc').replace(
      '</adHocSubProcess>',
      `<multiInstanceLoopCharacteristics><loopCardinality>2</loopCardinality>
      </multiInstanceLoopCharacteristics></adHocSubProcess>`,
    ),
    yaml: flag('enough'),
  },
  pools: { bpmn: read('element-pools') },
  whole: { bpmn: read('element-call-in-file'), yaml: flag('refused') },
  choice: { bpmn: read('element-complex-join') },
  either: { bpmn: read('element-multiple-boundary') },
  quantity: { bpmn: read('element-start-quantity') },
}
await applyProcesses(started, 'office', CODES)

const run = async (code: keyof typeof CODES) => {
  const params = { namespace: 'office', code }
  return String((await as(admin).bpm.run({ params, input: { context: {} } })).context.__id)
}
const get = async (id: string) => (await as(admin).bpm.get({ params: { id } })).data
const tasks = async (id: string) => openTasks(await get(id))
const show = async (id: string) => (await as(admin).processes.instance({ params: { id } })).instance
const entered = async (id: string) => {
  const { lines } = await as(admin).bpm.timeline({ params: { id }, input: {} })
  const steps = lines.flatMap((line) => line.steps)
  return steps.filter(({ what }) => what === 'entered').map(({ element }) => element)
}
/** Does the open task of an element. */
const submit = async (id: string, element: string, exitId?: string) => {
  const open = (await show(id)).tasks.find(
    (each) => each.elementId === element && each.endedAt === null,
  )
  const input = exitId === undefined ? {} : { exitId }
  await as(admin).tasks.submit({ params: { id: open?.id ?? '' }, input })
}

test('what was done is undone by a task, moves later, and the process goes on', async () => {
  const id = await run('undo')

  expect(await tasks(id)).toHaveLength(1)
  await submit(id, 'undo_book')

  expect(await entered(id)).toEqual(['s', 'book', 'undo', 'undo_book', 'after', 'e'])
  expect((await show(id)).state).toBe('ended')
})

test('a cancelled transaction undoes what was done in it', async () => {
  const id = await run('trip')

  await submit(id, 'pay', 'pay_cancel')

  const way = ['s', 'trip', 'ts', 'book', 'pay', 'cancel', 'undo_book', 'cancelled', 'tell']
  expect(await entered(id)).toEqual([...way, 'no_trip'])
})

test('people choose what is done in an ad-hoc sub-process, and when it is enough', async () => {
  const id = await run('case')
  const choose = (element: string) =>
    as(admin).processes.beginActivity({ params: { id }, input: { element } })

  expect(await tasks(id)).toHaveLength(2)
  const { tokens } = await show(id)
  expect(tokens.find(({ elementId }) => elementId === 'case')?.choices).toEqual(
    ['call', 'note', 'visit'].map((elementId) => ({ elementId, name: '' })),
  )
  await choose('note')
  await choose('call')
  expect(await tasks(id)).toHaveLength(3)
  await expect(choose('file')).rejects.toMatchObject({
    message: '"file" cannot be chosen here, expected one of call, note, visit',
  })
  await expect(choose('s')).rejects.toMatchObject({
    message: '"s" cannot be chosen now, expected one of call, note, visit',
  })
  const complete = (user: { token: string }) =>
    as(user).processes.completeActivities({ params: { id }, input: { element: 'case' } })
  await expect(complete(ann)).rejects.toMatchObject({ code: 'not_found' })
  await complete(admin)

  expect(await tasks(id)).toEqual([])
  expect((await show(id)).state).toBe('ended')
  await expect(complete(admin)).rejects.toMatchObject({ message: 'instance is already finished' })
})

test('of several runs of an ad-hoc sub-process the token says which one is meant', async () => {
  const id = await run('cases')
  const choose = (token?: number) =>
    as(admin).processes.beginActivity({ params: { id }, input: { element: 'note', token } })
  const complete = (token?: number) =>
    as(admin).processes.completeActivities({ params: { id }, input: { element: 'case', token } })
  const open = async () =>
    (await show(id)).tokens.flatMap(({ token, choices }) => (choices.length > 0 ? [token] : []))
  const [first = 0, second = 0] = await open()

  const message = `"case" runs several times: specify the token, one of ${first}, ${second}`
  await expect(choose()).rejects.toMatchObject({ message })
  await expect(complete()).rejects.toMatchObject({ message })
  await expect(choose(second + 1)).rejects.toMatchObject({ code: 'invalid' })
  await choose(second)
  await complete(second)
  expect(await open()).toContain(first)
  // One is left: nobody else can be meant.
  await choose()
  await complete()

  expect((await show(id)).state).toBe('ended')
})

test('pools of one file exchange messages inside one instance', async () => {
  const id = await run('pools')

  await submit(id, 'pack')

  expect((await show(id)).state).toBe('ended')
})

test('a process of the same file is called without being published by itself', async () => {
  const id = await run('whole')

  await submit(id, 'ask')
  await submit(id, 'ask')

  expect((await entered(id)).filter((element) => element === 'ask')).toHaveLength(2)
  expect((await show(id)).state).toBe('ended')
})

test('a complex gateway goes on with two of three, a quantity begins with two', async () => {
  const [two, gather] = [await run('choice'), await run('quantity')]

  for (const element of ['a', 'c']) await submit(two, element)
  await submit(gather, 'b')

  expect(await entered(two)).toContain('go')
  expect(await tasks(gather)).toHaveLength(1)
})

test.each(Object.keys(CODES))('the diagram of %s is drawn, also while it runs', async (code) => {
  const id = await run(code as keyof typeof CODES)

  const { xml } = await as(admin).processes.diagram({ params: { id } })

  const drawn = (await show(id)).tokens.filter(({ elementId }) =>
    xml.includes(`bpmnElement="${elementId}"`),
  )
  expect(drawn.length).toBeGreaterThan(0)
})
