import type pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { eventually } from '../../../../test/process.ts'
import { startTasks } from '../../../../test/task-stand.ts'
import { newId, SHARED_FILES } from '../../../lib/ids.ts'
import { connectClient } from '../../../platform/db/db.ts'
import { docflowChecks } from './checks.ts'

let time = Date.parse('2026-02-03T10:15:00Z')
const stand = await startTasks({
  now: () => new Date(time),
  environment: { KONTOR_WORKERS: '2' },
})
await stand.app.startJobs()
const { as, admin, users, run, createOrder, request, app, connection } = stand
const { ann, bob, eve, cat } = users
const sql: pg.Client = await connectClient(connection)
afterAll(() => sql.end())

type User = typeof ann
type Tasks = Awaited<ReturnType<typeof run>>['tasks']
const listsOf = async (id: string, type?: 'approval' | 'inform') => {
  const params = { ...stand.place, id }
  return (await as(admin).docflow.listLists({ params, input: type ? { type } : {} })).result
}
const taskOf = (tasks: Tasks, user: User) =>
  tasks.find(({ performers }) => (performers as string[])[0] === user.id)?.__id ?? ''
const answer = (user: User, id: string, exitId: string, comment = '') =>
  as(user).tasks.submit({ params: { id }, input: { exitId, comment } })
const approve = (tasks: Tasks, user: User) => answer(user, taskOf(tasks, user), 'approved')
const reject = (tasks: Tasks, user: User, comment = '') =>
  answer(user, taskOf(tasks, user), 'rejected', comment)

const entriesOf = async (id: string) =>
  (
    await sql.query(
      'select seq, event, actor_id, data from kontor.docflow_entries where item_id = $1 order by seq',
      [id],
    )
  ).rows

test('an approval sheet tells who answered what, when, and in whose place', async () => {
  const order = await createOrder()
  const inform = await run('inform', { order: [order], who: [eve.id, cat.id] })
  const { tasks } = await run('all', { order: [order], who: [ann.id, bob.id] })
  await approve(tasks, ann)
  await as(bob).tasks.reassign({
    params: { id: taskOf(tasks, bob) },
    input: { userId: cat.id },
  })
  time += 60_000
  await answer(cat, taskOf(tasks, bob), 'rejected', 'Price is too high')
  await as(eve).tasks.submit({ params: { id: taskOf(inform.tasks, eve) }, input: {} })

  const headers = { authorization: `Bearer ${admin.token}` }
  const path = `/pub/v1/docflow/sales/orders/${order}/lists`
  const reply = await request(path, { method: 'POST', headers, body: '{}' })

  const nothing = { comment: '', fileId: null, substituteId: null }
  expect(await reply.json()).toEqual({
    success: true,
    error: '',
    result: [
      {
        id: expect.any(String),
        type: 'approval',
        status: 'rejected',
        respondents: [
          { ...nothing, id: ann.id, status: 'approved', responseTime: '2026-02-03T10:15:00Z' },
          {
            ...nothing,
            id: bob.id,
            status: 'rejected',
            comment: 'Price is too high',
            responseTime: '2026-02-03T10:16:00Z',
            substituteId: cat.id,
          },
        ],
      },
      {
        id: expect.any(String),
        type: 'inform',
        status: 'in_progress',
        respondents: [
          { ...nothing, id: eve.id, status: 'done', responseTime: '2026-02-03T10:16:00Z' },
          { ...nothing, id: cat.id, status: 'in_progress', responseTime: '2026-02-03T10:15:00Z' },
        ],
      },
    ],
  })
  expect(await listsOf(order, 'inform')).toMatchObject([{ type: 'inform' }])
  const empty = await request(path, { method: 'POST', headers })
  expect(await empty.json()).toMatchObject({ success: true, result: [{}, {}] })
})

test('the exits of a sheet are two, with ids of their own for every task', async () => {
  const order = await createOrder()
  const { tasks } = await run('all', { order: [order], who: [ann.id, bob.id] })
  const exitsOf = async (user: User) => {
    const params = { id: taskOf(tasks, user) }
    return (await as(user).tasks.listExits({ params })).result
  }
  const [mine, theirs] = [await exitsOf(ann), await exitsOf(bob)]

  expect(mine.map(({ name }) => name)).toEqual(['Approve', 'Reject'])
  expect(mine[0]?.id).not.toBe(theirs[0]?.id)
  const foreign = answer(ann, taskOf(tasks, ann), theirs[0]?.id ?? '')
  await expect(foreign).rejects.toThrow('exit does not belong to the task')
  await answer(ann, taskOf(tasks, ann), mine[1]?.id ?? '')

  expect(await listsOf(order)).toMatchObject([
    { respondents: [{ status: 'rejected' }, { status: 'in_progress' }] },
  ])
  expect(await stand.getTask(taskOf(tasks, ann))).toMatchObject({ exit: mine[1]?.id })
})

test('when enough have approved, the others are not asked any more', async () => {
  const order = await createOrder()
  const { id, tasks } = await run('half', { order: [order], who: [ann.id, bob.id, cat.id] })

  await approve(tasks, ann)
  expect(await listsOf(order)).toMatchObject([{ status: 'in_progress' }])
  await approve(tasks, cat)

  const [list] = await listsOf(order)
  expect(list?.status).toBe('approved')
  expect(list?.respondents.map(({ status }) => status)).toEqual(['approved', 'cancel', 'approved'])
  expect(await stand.getTask(taskOf(tasks, bob))).toMatchObject({ state: 'cancel' })
  expect(await stand.getInstance(id)).toMatchObject({ __state: 'done' })
})

test('an item of another app with the same id has nothing of the sheets', async () => {
  const order = await createOrder()
  await run('all', { order: [order], who: [ann.id] })
  const notes = { namespace: 'sales', code: 'notes' }
  await as(admin).apps.createItem({ params: notes, input: { context: { __id: order } } })

  const { result } = await as(admin).docflow.listLists({
    params: { ...notes, id: order },
    input: {},
  })

  expect(result).toEqual([])
  expect(await listsOf(order)).toHaveLength(1)
})

test('every round is a list of its own, the newest first', async () => {
  const order = await createOrder()
  const first = await run('all', { order: [order], who: [ann.id] })
  await reject(first.tasks, ann)
  const second = await run('all', { order: [order], who: [ann.id] })
  await approve(second.tasks, ann)

  expect(await listsOf(order)).toMatchObject([{ status: 'approved' }, { status: 'rejected' }])
  const asked = (await entriesOf(order)).filter(({ event }) => event === 'asked')
  expect(asked.map(({ data }) => data.round)).toEqual([1, 2])
})

test('steps in a row write on the same sheet until something closes it, unless they begin a fresh one', async () => {
  const [order, other] = [await createOrder(), await createOrder()]
  const people = { who: [ann.id], helper: [bob.id] }

  for (const [code, item] of [
    ['row', order],
    ['fresh', other],
  ] as const) {
    const { tasks } = await run(code, { order: [item], ...people })
    await approve(tasks, ann)
  }

  expect(await listsOf(order)).toMatchObject([
    { status: 'in_progress', respondents: [{ id: ann.id }, { id: bob.id }] },
  ])
  expect(await listsOf(other)).toMatchObject([
    { status: 'in_progress', respondents: [{ id: bob.id }] },
    { status: 'cancel', respondents: [{ id: ann.id, status: 'approved' }] },
  ])
})

test('an interrupted process leaves cancelled lists', async () => {
  const order = await createOrder()
  const approval = await run('all', { order: [order], who: [ann.id, bob.id] })
  const inform = await run('inform', { order: [order], who: [eve.id] })
  await approve(approval.tasks, ann)

  for (const { id } of [approval, inform]) {
    await as(admin).bpm.interrupt({ params: { id }, input: {} })
  }

  expect(await listsOf(order)).toMatchObject([
    { type: 'inform', status: 'cancel', respondents: [{ status: 'cancel' }] },
    {
      type: 'approval',
      status: 'cancel',
      respondents: [{ status: 'approved' }, { status: 'cancel' }],
    },
  ])
})

test('a sheet that no step closes gets the word of its people when the process ends', async () => {
  const [good, bad] = [await createOrder(), await createOrder()]
  const yes = await run('unclosed', { order: [good], who: [ann.id, bob.id] })
  const no = await run('unclosed', { order: [bad], who: [ann.id, bob.id] })

  for (const user of [ann, bob]) await approve(yes.tasks, user)
  await approve(no.tasks, ann)
  await reject(no.tasks, bob)

  expect(await listsOf(good)).toMatchObject([{ status: 'approved' }])
  expect(await listsOf(bad)).toMatchObject([{ status: 'rejected' }])
})

test('who stands in answers in the place of the absent', async () => {
  const order = await createOrder()
  const { tasks } = await run('all', { order: [order], who: [eve.id] })
  await as(eve).substitutions.create({ input: { substitute: bob.id, endsAt: null } })

  await answer(bob, taskOf(tasks, eve), 'approved')

  expect(await listsOf(order)).toMatchObject([
    { respondents: [{ id: eve.id, status: 'approved', substituteId: bob.id }] },
  ])
})

test('a new version of what is being approved stops the approval', async () => {
  const paper = await upload()
  const order = await createOrder('Contract', { papers: [paper] })
  const { id, tasks } = await run('all', { order: [order], who: [ann.id, bob.id] })
  await approve(tasks, ann)

  await as(admin).disk.uploadVersion({ params: { id: paper }, input: {}, file: 'another one' })

  const ended = await eventually(
    () => stand.getInstance(id),
    ({ __state }) => __state === 'cancel',
  )
  expect(ended.__state).toBe('cancel')
  expect(await listsOf(order)).toMatchObject([
    { status: 'cancel', respondents: [{ status: 'approved' }, { status: 'cancel' }] },
  ])
  const again = await run('all', { order: [order], who: [ann.id] })
  await approve(again.tasks, ann)
  const seen = (await entriesOf(order)).filter(({ event }) => event === 'answered')
  expect(seen.map(({ data }) => data.files)).toEqual([
    [{ id: paper, version: 1 }],
    [{ id: paper, version: 2 }],
  ])
})

async function upload(): Promise<string> {
  const file = new FormData()
  file.append('file', new Blob(['the contract']), `${newId()}.txt`)
  const made = await as(admin).disk.uploadToDirectory({
    params: { id: SHARED_FILES },
    input: {},
    file,
  })
  return made.file?.__id ?? ''
}

test('signing leaves what was signed, and in which version; refusing leaves nothing', async () => {
  const paper = await upload()
  const order = await createOrder('Contract', { papers: [paper] })
  const signed = await run('sign', { order: [order], who: [ann.id] })
  const refused = await run('sign', { order: [order], who: [ann.id] })

  await answer(ann, signed.task, 'sign')
  await answer(ann, refused.task, 'refuse')

  const files = [{ id: paper, version: 1 }]
  expect(await entriesOf(order)).toMatchObject([
    { event: 'signed', actor_id: ann.id, data: { signer: ann.id, files } },
  ])
  expect(await listsOf(order)).toEqual([])
})

test('an instance names the lists of informed users that it began', async () => {
  const order = await createOrder()
  const { id } = await run('inform', { order: [order], who: [eve.id, cat.id] })
  const [list] = await listsOf(order)

  const { data } = await as(admin).bpm.get({ params: { id } })

  expect(data.__informLists).toEqual({ [list?.id ?? '']: [eve.id, cat.id] })
})

test('lists are shown to who may read the item', async () => {
  const order = await createOrder()
  const params = { ...stand.place, id: order }
  await run('all', { order: [order], who: [ann.id] })

  expect((await as(ann).docflow.listLists({ params, input: {} })).result).toHaveLength(1)
  const stranger = as(cat).docflow.listLists({ params, input: {} })
  await expect(stranger).rejects.toMatchObject({ code: 'not_found' })
  const nowhere = as(admin).docflow.listLists({ params: { ...params, id: newId() }, input: {} })
  await expect(nowhere).rejects.toMatchObject({ code: 'not_found' })
  const wrong = listsOf(order, 'other' as 'inform')
  await expect(wrong).rejects.toMatchObject({ code: 'invalid' })
  const noApp = { ...params, code: 'nothing' }
  const unknown = as(admin).docflow.listLists({ params: noApp, input: {} })
  await expect(unknown).rejects.toMatchObject({ code: 'not_found' })
})

test('fifty answers at once make one chain', async () => {
  const order = await createOrder()
  const people = await Promise.all(Array.from({ length: 12 }, () => stand.make.user()))
  const who = people.map(({ id }) => id)
  const runs = await Promise.all(
    Array.from({ length: 4 }, () => run('inform', { order: [order], who })),
  )

  await Promise.all(
    runs.flatMap(({ tasks }) => people.map((user) => answer(user, taskOf(tasks, user), 'done'))),
  )

  const entries = await entriesOf(order)
  expect(entries.map(({ seq }) => seq)).toEqual(Array.from({ length: 52 }, (_, at) => at + 1))
  expect((await listsOf(order)).map(({ status }) => status)).toEqual(Array(4).fill('done'))
})

const doctor = async () => {
  const [check] = docflowChecks
  return check?.run(app.platform.db, {} as never)
}
/** As somebody would who goes past the server. */
const tamper = async (statement: string, order: string) => {
  await sql.query('begin')
  await sql.query("set local session_replication_role = 'replica'")
  for (const each of statement.split(';')) await sql.query(each.replaceAll('$1', `'${order}'`))
  await sql.query('commit')
}

test('lines are never changed or removed', async () => {
  for (const statement of [
    `update kontor.docflow_entries set data = '{}'`,
    'delete from kontor.docflow_entries',
    'truncate kontor.docflow_entries',
  ]) {
    await expect(sql.query(statement)).rejects.toThrow('never changed or removed')
  }
})

test.each([
  [
    'it was changed',
    `update kontor.docflow_entries set data = jsonb_set(data, '{comment}', '"fine"')
     where item_id = $1 and seq = 2`,
  ],
  [
    'a line before it is missing',
    'delete from kontor.docflow_entries where item_id = $1 and seq = 1',
  ],
  [
    'it does not follow the line before it',
    `update kontor.docflow_entries set data = '{"kind": "approval"}' where item_id = $1 and seq = 1;
     update kontor.docflow_entries e set hash = kontor.docflow_hash(e)
     where item_id = $1 and seq = 1`,
  ],
])('the doctor finds a chain that does not hold: %s', async (problem, statement) => {
  expect(await doctor()).toMatchObject({ state: 'ok' })
  const order = await createOrder()
  const { tasks } = await run('all', { order: [order], who: [ann.id] })
  await approve(tasks, ann)
  await sql.query('create table if not exists kept (like kontor.docflow_entries)')
  await sql.query('insert into kept select * from kontor.docflow_entries where item_id = $1', [
    order,
  ])

  await tamper(statement, order)
  const found = await doctor()
  await tamper('delete from kontor.docflow_entries where item_id = $1', order)
  await tamper('insert into kontor.docflow_entries select * from kept where item_id = $1', order)

  expect(found?.state).toBe('problem')
  expect(found?.text).toContain(`sales/orders/${order}: ${problem}`)
})
