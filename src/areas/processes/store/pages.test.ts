import { expect, onTestFinished, test } from 'vitest'
import { startApp } from '../../../../test/app.ts'
import { applyProcesses, diagram, eventually, flow } from '../../../../test/process.ts'
import { tokensIn } from '../../../engine/tokens.ts'
import { newId } from '../../../lib/ids.ts'
import { SYSTEM } from '../../../platform/caller.ts'
import { write } from '../../../platform/context.ts'
import { connectClient } from '../../../platform/db/db.ts'
import { holdInstance } from '../hold.ts'
import { moveInstance } from '../move.ts'

const started = await startApp()
const { as, admin, connection } = started

const MEMBERS = 260

const loop = (rest = '') => `<multiInstanceLoopCharacteristics ${rest}>
  <loopDataInputRef>orders</loopDataInputRef><loopDataOutputRef>sums</loopDataOutputRef>
  <inputDataItem id="order_item" name="order"/><outputDataItem id="sum_item" name="sum"/>
</multiInstanceLoopCharacteristics>`

const yaml = `
variables:
  orders: { name: Orders, type: JSON }
  sums: { name: Sums, type: JSON }
  sum: { name: Sum, type: INTEGER }
`

await applyProcesses(started, 'sales', {
  members: {
    yaml,
    bpmn: diagram(`<startEvent id="start" />
      <userTask id="check" kontor:performer="role:author"><extensionElements>
        <kontor:form><kontor:formField code="sum" /></kontor:form></extensionElements>${loop()}</userTask>
      <boundaryEvent id="undo" attachedToRef="check"><compensateEventDefinition/></boundaryEvent>
      <userTask id="again" isForCompensation="true" kontor:performer="role:author"/>
      <association id="a" sourceRef="undo" targetRef="again"/>
      <userTask id="last" kontor:performer="role:author"/><endEvent id="end" />
      ${flow('start -> check -> last -> end')}`),
  },
  line: {
    yaml,
    bpmn: diagram(`<startEvent id="start" />
      <userTask id="check" kontor:performer="role:author">${loop('isSequential="true"')}</userTask>
      <endEvent id="end" />${flow('start -> check -> end')}`),
  },
})

const orders = Array.from({ length: MEMBERS }, (_, at) => ({ at, text: `order ${at} of many` }))

async function connected() {
  const client = await connectClient(connection)
  onTestFinished(() => client.end())
  return client
}

type Task = { id: string; token: number }

async function begin(code = 'members', given = orders) {
  const db = await connected()
  const params = { namespace: 'sales', code }
  const { context } = await as(admin).bpm.run({ params, input: { context: { orders: given } } })
  const id = context.__id
  const open = async (): Promise<Task[]> => {
    const found = await db.query(
      `select id, token from kontor.process_tasks
       where instance_id = $1 and ended_at is null order by token`,
      [id],
    )
    return found.rows
  }
  const pages = async () => {
    const found = await db.query(
      `select part, count(*)::integer as count, count(distinct revision)::integer as revisions
       from kontor.process_pages where instance_id = $1 and body is not null group by part order by part`,
      [id],
    )
    return found.rows
  }
  return { db, id, open, pages }
}

const submit = ({ id }: Task, sum: number) =>
  as(admin).tasks.submit({ params: { id }, input: { context: { sum } } })
async function submitAll(tasks: Task[]): Promise<void> {
  const left = tasks.map((task, sum) => ({ task, sum }))
  const work = async () => {
    for (let next = left.shift(); next; next = left.shift()) await submit(next.task, next.sum)
  }
  await Promise.all(Array.from({ length: 4 }, work))
}
const get = async (id: string) => (await as(admin).bpm.get({ params: { id } })).data

test('the members of an instance are in pages of their own, and a move writes what it changes', async () => {
  const { db, id, open, pages } = await begin()
  const tasks = await open()
  expect(tasks).toHaveLength(MEMBERS)

  const before = await db.query('select control from kontor.process_instances where id = $1', [id])
  await submit(tasks[258] as Task, 258)
  const written = await db.query(
    `select part, no from kontor.process_pages p where instance_id = $1
     and revision = (select revision from kontor.process_instances where id = $1) order by part, no`,
    [id],
  )

  expect(JSON.stringify(before.rows[0].control).length).toBeLessThan(200)
  expect(await pages()).toMatchObject([
    { part: 'kept', count: 1 },
    { part: 'pages', count: 3 },
  ])
  expect(written.rows).toEqual([
    { part: 'kept', no: 2 },
    { part: 'pages', no: 0 },
    { part: 'pages', no: 2 },
  ])
})

test('every member is done once, whichever node moves it', async () => {
  const { db, id, open, pages } = await begin()
  const tasks = await open()
  await submitAll(tasks)

  const [last] = await eventually(open, ({ length }) => length === 1)
  expect(await get(id)).toMatchObject({ sums: tasks.map((_, at) => at) })
  const control = await db.query('select control from kontor.process_instances where id = $1', [id])
  expect(await pages()).toMatchObject([{ part: 'done', count: 3 }])
  expect(control.rows[0].control).not.toHaveProperty('done')
  await submit(last as Task, 0)
  expect(await get(id)).toMatchObject({ __state: 'done' })
  expect(await pages()).toEqual([])
})

test('what this node remembers counts for nothing after the database went back', async () => {
  const { db, id, open } = await begin()
  const [first, second] = (await open()) as [Task, Task]
  const { platform } = started.app
  const origin = { user: SYSTEM, requestId: newId(), log: platform.log }
  const countTokens = () =>
    write(platform, origin, async (ctx) => {
      const { instance } = await holdInstance(ctx, id)
      return Object.keys(tokensIn(instance.control)).length
    })
  for (const table of ['instances', 'pages']) {
    await db.query(
      `create temporary table earlier_${table} as select * from kontor.process_${table}`,
    )
  }
  const before = await countTokens()
  await submit(first, 1)
  await submit(second, 2)
  expect(await countTokens()).toBe(before - 2)

  await db.query('delete from kontor.process_pages where instance_id = $1', [id])
  await db.query(
    'insert into kontor.process_pages select * from earlier_pages where instance_id = $1',
    [id],
  )
  await db.query(
    `update kontor.process_instances i set revision = e.revision, control = e.control
     from earlier_instances e where i.id = $1 and e.id = i.id`,
    [id],
  )

  expect(await countTokens()).toBe(before)
})

test('an instance with few tokens and many members shows its steps', async () => {
  const { id, pages } = await begin('line', orders.slice(0, 200))

  const { instance } = await as(admin).processes.instance({ params: { id } })

  expect(await pages()).toMatchObject([{ part: 'kept' }])
  expect(instance.tokens).toHaveLength(2)
})

test('what was rolled back is not remembered', async () => {
  const { id, open } = await begin()
  const [first, second] = (await open()) as [Task, Task]
  const { platform } = started.app
  const origin = { user: SYSTEM, requestId: newId(), log: platform.log }

  const undone = write(platform, origin, async (ctx) => {
    const { instance } = await holdInstance(ctx, id)
    await moveInstance(ctx, instance, { type: 'submitted', token: first.token })
    await holdInstance(ctx, id)
    throw new Error('changed our mind')
  })
  await expect(undone).rejects.toThrow('changed our mind')
  await submit(second, 2)
  await submit(first, 1)

  const { instance } = await as(admin).processes.instance({ params: { id } })
  expect(instance.tokens).toHaveLength(MEMBERS - 2 + 1)
  await as(admin).bpm.interrupt({ params: { id }, input: { comment: '' } })
  expect(await open()).toEqual([])
})
