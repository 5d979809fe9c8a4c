import { expect, test } from 'vitest'
import { applyProcesses, diagram, openTasks } from '../../../../test/process.ts'
import { startTasks } from '../../../../test/task-stand.ts'

const started = await startTasks()
const { as, admin, users, run, createOrder, place, make } = started
const { ann, bob, eve, maria } = users

const FORM = `<extensionElements><kontor:form>
  <kontor:formField code="limit" name="How much" required="true" />
  <kontor:formField code="watchers" readonly="true" />
  <kontor:formField code="nothing" /></kontor:form></extensionElements>`
const DECIDE = diagram(`<startEvent id="start" />
  <userTask id="decide" name="Decide" kontor:performer="variable:who">${FORM}</userTask>
  <endEvent id="end" /><sequenceFlow id="s" sourceRef="start" targetRef="decide" />
  <sequenceFlow id="yes" name="Yes" sourceRef="decide" targetRef="end"
    kontor:confirm="text" kontor:confirmText="Really?" />`)
const YAML = `variables:
  who: { name: Who, type: SYS_USER, single: false }
  watchers: { name: Watchers, type: SYS_USER, single: false }
  limit: { name: Limit, type: FLOAT, default: 5 }
  nothing: { name: Nothing, type: STRING }
`
await applyProcesses(started, 'desk', { decide: { yaml: YAML, bpmn: DECIDE } })

const show = (user: { token: string }, id: string) => as(user).tasks.form({ params: { id } })

test('the window of a task has its form with the values that are there, and its exits', async () => {
  const { context } = await as(admin).bpm.run({
    params: { namespace: 'desk', code: 'decide' },
    input: { context: { who: [ann.id], watchers: [bob.id] } },
  })
  const id = openTasks(context)[0]?.__id ?? ''

  const { task, fields, exits, canSubmit } = await show(ann, id)

  expect(task).toMatchObject({
    id,
    name: 'Decide',
    state: 'in_progress',
    percent: 0,
    performers: [{ id: ann.id, name: 'ann' }],
    author: { id: admin.id },
    processName: 'decide',
    instanceId: context.__id,
    elementId: 'decide',
    item: null,
  })
  expect(fields).toMatchObject([
    { code: 'limit', name: 'How much', type: 'FLOAT', required: true, readonly: false, value: 5 },
    { code: 'watchers', name: 'Watchers', readonly: true, array: true, value: [bob.id] },
    { code: 'nothing', value: null },
  ])
  expect(exits).toMatchObject([{ name: 'Yes', skipCheck: false, confirm: 'Really?', fields: [] }])
  expect(canSubmit).toBe(true)
})

test('exits have the fields that they ask for; those without a question have none', async () => {
  const { task } = await run('approval', { who: [ann.id] })

  const { exits } = await show(ann, task)

  const back = exits.find(({ name }) => name === 'Send back')
  expect(back?.fields).toMatchObject([{ code: 'remark', name: 'Remark', required: true }])
  expect(exits.find(({ name }) => name === 'Drop')).toMatchObject({
    skipCheck: true,
    confirm: null,
  })
})

test('a task is about an item, whose name is for who may read it', async () => {
  const order = await createOrder('Order 9')
  const item = { ...place, id: order }
  const { task } = await run('approval', { who: [ann.id], helper: [eve.id], __item: item })

  expect((await show(ann, task)).task.item).toEqual({ ...item, name: 'Order 9' })
  expect((await show(eve, task)).task.item).toEqual({ ...item, name: '' })
})

test('who only looks cannot submit, and strangers do not look', async () => {
  const { task } = await run('approval', { who: [ann.id], helper: [eve.id] })

  expect((await show(maria, task)).canSubmit).toBe(true)
  expect((await show(eve, task)).canSubmit).toBe(false)
  await expect(show(users.cat, task)).rejects.toMatchObject({ status: 404 })
})

test('the history of a task tells who did what', async () => {
  const { task } = await run('approval', { who: [ann.id] })
  const params = { id: task }
  await as(ann).tasks.changePercent({ params, input: { percent: 30, comment: 'a third' } })
  await as(ann).tasks.reassign({ params, input: { userId: bob.id } })
  const { exits } = await show(bob, task)
  const exitId = exits.find(({ name }) => name === 'Drop')?.id
  await as(bob).tasks.submit({ params, input: { exitId } })

  const { task: shown, history, canSubmit, exits: left } = await show(bob, task)

  expect(shown.state).toBe('closed')
  expect([canSubmit, left]).toEqual([false, []])
  const lines = history.map(({ what, by, comment }) => [what, by?.id, comment])
  expect(lines).toEqual([
    ['created', expect.any(String), ''],
    ['percent_changed', ann.id, 'a third'],
    ['reassigned', ann.id, ''],
    ['closed', bob.id, ''],
  ])
})

test('who may read an item sees the tasks about it, open and closed', async () => {
  const order = await createOrder('Order 10')
  const first = await run('only', { who: [ann.id], __item: { ...place, id: order } })
  await as(ann).tasks.submit({ params: { id: first.task }, input: {} })
  const second = await run('only', { who: [bob.id], __item: { ...place, id: order } })
  await run('only', { who: [bob.id], __item: { ...place, id: await createOrder('Other') } })
  const params = { ...place, id: order }

  const { tasks } = await as(admin).tasks.ofItem({ params })

  expect(tasks).toEqual([
    {
      id: second.task,
      name: 'Only yours',
      state: 'in_progress',
      dueAt: null,
      performers: [{ id: bob.id, name: 'bob' }],
      instanceId: second.id,
    },
    expect.objectContaining({ id: first.task, state: 'closed' }),
  ])
  const stranger = as(await make.user()).tasks.ofItem({ params })
  await expect(stranger).rejects.toMatchObject({ status: 404 })
})

test('lists are told at once what each task can be closed with, and whether its form is needed', async () => {
  const startOf = async (context: Record<string, unknown>) => {
    const params = { namespace: 'desk', code: 'decide' }
    const { context: begun } = await as(admin).bpm.run({ params, input: { context } })
    return openTasks(begun)[0]?.__id ?? ''
  }
  const filled = await startOf({ who: [ann.id], limit: 7 })
  const blank = await startOf({ who: [ann.id], limit: null })
  const ofOther = await startOf({ who: [bob.id] })
  const ids = [filled, blank, ofOther]

  const { tasks } = await as(ann).tasks.quickExits({ input: { ids } })

  const found = new Map(tasks.map(({ id, exits }) => [id, exits]))
  expect(found.get(filled)).toMatchObject([{ name: 'Yes', confirm: 'Really?', needsForm: false }])
  expect(found.get(blank)).toMatchObject([{ name: 'Yes', needsForm: true }])
  expect(found.has(ofOther)).toBe(false)
})

test('a task that is closed has no exits to offer', async () => {
  const params = { namespace: 'desk', code: 'decide' }
  const input = { context: { who: [ann.id], limit: 1 } }
  const id = openTasks((await as(admin).bpm.run({ params, input })).context)[0]?.__id ?? ''
  await as(ann).tasks.submit({ params: { id }, input: {} })

  const { tasks } = await as(ann).tasks.quickExits({ input: { ids: [id] } })

  expect(tasks).toEqual([])
})
