import { afterAll, expect, test } from 'vitest'
import { startApp } from '../../test/app.ts'
import { solutionParts } from '../app/solutions.ts'
import { applySolution } from '../areas/solutions/service.ts'
import { readFolder } from '../definitions/folder.ts'
import { definitionId } from '../lib/codes.ts'
import { readConfig } from '../platform/config.ts'
import { connectClient } from '../platform/db/db.ts'
import { loadDemo } from './load.ts'

const { app, admin, as, connection, make } = await startApp()
const database = await connectClient(connection)
afterAll(() => database.end())
await applySolution(make.asSystem, solutionParts, {
  files: await readFolder('solutions/_system'),
  allowLoss: false,
  isBuiltIn: true,
})
const load = () => loadDemo(app.platform, { folder: 'solutions', parts: solutionParts })
const before = Date.now()
await load()

const personOf = async (login: string) => ({
  token: (await make.token({ user: definitionId('user', 'global', login) })).secret,
})
const anna = await personOf('anna')

type Shown = { __id: string; __name: string; dueDate: string | null; template: string }

const tasksOf = async (person: { token: string }): Promise<Shown[]> => {
  const { result } = await as(person).tasks.listIncoming({ input: { size: 100 } })
  return result.result as unknown as Shown[]
}

const count = async (table: string): Promise<number> => {
  const { rows } = await database.query(`select count(*)::integer from kontor.${table}`)
  return rows[0].count
}

test('the managing director has tasks of many kinds', async () => {
  const tasks = await tasksOf(anna)

  expect(tasks.length).toBeGreaterThanOrEqual(8)
  expect(new Set(tasks.map(({ template }) => template))).toEqual(
    new Set([
      'Approve an agreement',
      'Handle a request',
      'Escalate',
      'Qualify a lead',
      'Missed call',
    ]),
  )
})

test('some tasks are late, some are not, and some have no due date', async () => {
  const dues = (await tasksOf(anna)).map(({ dueDate }) => dueDate && Date.parse(dueDate))

  expect(dues.filter((due) => due && due < before).length).toBeGreaterThanOrEqual(2)
  expect(dues.filter((due) => due && due > before).length).toBeGreaterThanOrEqual(4)
  expect(dues).toContain(null)
})

test('her staff have tasks too', async () => {
  for (const login of ['jonas', 'mei', 'priya', 'ruth', 'nina']) {
    expect([login, (await tasksOf(await personOf(login))).length > 0]).toEqual([login, true])
  }
})

test('a task created in the past can be completed like any other', async () => {
  const [task] = (await tasksOf(anna)).filter(({ __name }) => __name === 'Did it help?')
  const params = { id: task?.__id ?? '' }
  const { result: exits } = await as(anna).tasks.listExits({ params })
  const exitId = exits.find(({ name }) => name === 'Yes, thank you')?.id

  await as(anna).tasks.submit({ params, input: { exitId, context: { rating: 4 } } })

  const { data } = await as(anna).tasks.get({ params })
  expect(data.state).toBe('closed')
})

test('instances are at different steps, with matching times', async () => {
  const { rows } = await database.query(
    `select state, count(*)::integer, max(updated_at) as last from kontor.process_instances group by 1`,
  )
  const of = (state: string) => rows.find((row) => row.state === state)

  expect(of('wait').count).toBeGreaterThan(25)
  expect(of('done').count).toBeGreaterThanOrEqual(8)
  expect(of('error').last.getTime()).toBeLessThan(before)
})

test('there is one incident, and an administrator can retry it', async () => {
  const { incidents } = await as(admin).bpm.listIncidents({ input: {} })

  const { KONTOR_SCRIPT_TIME: time } = readConfig({})
  const message = `the script failed: it computed for more than ${time} ms`
  expect(incidents).toMatchObject([{ message }])
})

test('the event log has the user and the time', async () => {
  const { rows } = await database.query(
    `select count(*)::integer from kontor.events
     where type = 'task.closed' and actor_id = $1 and at < now() - interval '1 day'`,
    [definitionId('user', 'global', 'ruth')],
  )

  expect(rows[0].count).toBeGreaterThan(5)
})

test('shared directories contain readable files', async () => {
  const { rows } = await database.query(
    `select f.name, f.created_at < now() - interval '1 day' as is_old
     from kontor.files f join kontor.directories d on d.id = f.directory_id
     where d.name = 'Handbook' order by f.name`,
  )

  expect(rows).toEqual(
    ['Emergency numbers.pdf', 'Floor plan.png', 'Travel expenses.txt', 'Welcome.docx'].map(
      (name) => ({ name, is_old: true }),
    ),
  )
})

test('no external calls are pending', async () => {
  const { rows } = await database.query(
    `select distinct kind from kontor.process_jobs where run_at > now() or kind <> 'timer'`,
  )

  expect(rows).toEqual([{ kind: 'timer' }])
})

test('a second load changes nothing', async () => {
  const known = await count('process_instances')
  await database.query(
    `update kontor.settings set value = '{"state":"loading"}' where key = 'demo'`,
  )

  await load()

  expect(await count('process_instances')).toBe(known)
})

test('agreements in approval become active only through their process, and no process was refused', async () => {
  const params = { namespace: 'contracts', code: 'agreements' }
  const { result } = (
    await as(admin).apps.listItems({ params, input: { statusCode: ['approval'], size: 1 } })
  ).result
  const id = result[0]?.__id ?? ''
  const lawyer = await personOf('ruth')

  for (const person of [admin, anna, lawyer]) {
    const call = as(person).apps.setStatus({
      params: { ...params, id },
      input: { status: 'active' },
    })
    await expect(call).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('"In approval" cannot become "Active"'),
    })
  }
  const { rows } = await database.query(
    `select message from kontor.process_incidents where message like '%open to you%'`,
  )
  expect(rows).toEqual([])
})

test('nobody starts a second approval of an agreement beside the first', async () => {
  const params = { namespace: 'contracts', code: 'agreements' }
  const { result } = (
    await as(admin).apps.listItems({ params, input: { statusCode: ['approval'], size: 1 } })
  ).result
  const agreement = [result[0]?.__id]
  const process = { namespace: 'contracts.agreements', code: 'approve' }

  for (const person of [await personOf('tomas'), await personOf('ruth')]) {
    const second = as(person).bpm.run({ params: process, input: { context: { agreement } } })
    await expect(second).rejects.toMatchObject({ status: 409 })
  }
})

test('those who approve cannot change the approval that is running', async () => {
  const process = { namespace: 'contracts.agreements', code: 'approve' }
  const listed = await as(admin).bpm.listByTemplate({
    params: process,
    input: { filter: { in: [{ field: '__state' }, { list: ['wait'] }] }, size: 1 },
  })
  const id = String(listed.result.result[0]?.__id)
  const context = { amount: { cents: 1, currency: 'EUR' } }

  for (const login of ['ruth', 'lucas', 'ingrid', 'anna', 'tomas']) {
    const person = as(await personOf(login))
    const change = person.bpm.changeContext({ params: { id }, input: { context, comment: 'x' } })
    await expect(change, login).rejects.toMatchObject({ status: expect.toSatisfy(isRefusal) })
  }
})
const isRefusal = (status: number) => status === 403 || status === 404

test('items in approval are locked, and the revised amount decides who approves', async () => {
  const params = { namespace: 'contracts', code: 'agreements' }
  const { result } = (await as(admin).apps.listItems({ params, input: { size: 500 } })).result
  const name = 'Sale: Yearly requirement, Lowmarsh'
  const id = result.find(({ __name }) => __name === name)?.__id ?? ''
  const other = result.find(({ __name }) => __name !== name)?.__id
  const priya = await personOf('priya')
  const money = (cents: number) => ({ amount: { cents, currency: 'EUR' } })
  const setAmount = (cents: number) =>
    as(priya).apps.updateItem({
      params: { ...params, id },
      input: { context: money(cents) },
    })
  const answer = async (login: string, task: string, exit: string, context = {}) => {
    const person = await personOf(login)
    const found = (await tasksOf(person)).find(({ __name }) => __name === task)
    const taskId = { id: found?.__id ?? '' }
    const { result: exits } = await as(person).tasks.listExits({ params: taskId })
    const exitId = exits.find((each) => each.name === exit)?.id
    return as(person).tasks.submit({ params: taskId, input: { exitId, context } })
  }
  await setAmount(1_000_000)

  await answer('priya', 'Revise the draft', 'Send again', { remarks: 'Less.', agreement: [other] })
  await expect(setAmount(9_000_000)).rejects.toMatchObject({
    status: 403,
    message: expect.stringContaining(
      'in the status "In approval" only a process may change "Amount"',
    ),
  })
  for (const login of ['ruth', 'lucas', 'ingrid']) {
    await answer(login, `Approve ${name}`, 'Approve', money(9_000_000))
  }

  const { __tasks: open } = (await as(admin).apps.getItem({ params: { ...params, id } })).item
  expect(open).toMatchObject([{ __name: 'Sign the agreement' }])
  await expect(setAmount(9_000_000)).rejects.toMatchObject({ status: 403 })
})
