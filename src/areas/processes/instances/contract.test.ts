import { expect, test } from 'vitest'
import { startApp } from '../../../../test/app.ts'
import { applyProcesses, diagram, flow, openTasks } from '../../../../test/process.ts'

const started = await startApp()
const { as, admin, make, request } = started
const ann = await make.user()

const approval = (more = '') =>
  diagram(`<startEvent id="start" />
  <userTask id="check" name="Check the order" kontor:performer="role:author" />
  ${more}
  <endEvent id="end" />
  ${flow(more === '' ? 'start -> check -> end' : 'start -> check -> second -> end')}`)

const YAML = `
nameTemplate: "Order approval (No {$number})"
variables:
  order: { name: Order, type: SYS_COLLECTION, app: sales/orders }
  number: { name: Number, type: INTEGER, default: 17 }
  amount: { name: Amount, type: FLOAT }
  deadline: { name: Deadline, type: DATETIME }
`
const APP = { 'workspaces/sales/apps/orders.yaml': 'name: Orders\n' }
await applyProcesses(started, 'sales', { approval: { yaml: YAML, bpmn: approval() } }, APP)

const by = { authorization: `Bearer ${admin.token}` }
type Row = Record<string, unknown> & {
  __id: string
  __templateId: string
  __template: { id: string; version: number }
  __flowHistory: { items: object; transitions: object }
}
type Body = {
  success: boolean
  error: string
  context: Row
  data: Row
  result: { result: Row[]; total: number }
  errors?: Record<string, string>
}

/** A call as another program makes it: no content type, the body as text. */
async function call(method: string, path: string, body?: unknown, token = admin.token) {
  const response = await request(`/pub/v1/bpm${path}`, {
    method,
    headers: { ...by, authorization: `Bearer ${token}` },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  return { status: response.status, body: (await response.json()) as Body }
}

const { item } = await as(admin).apps.createItem({
  params: { namespace: 'sales', code: 'orders' },
  input: { context: {} },
})
const ITEM = { namespace: 'sales', code: 'orders', id: item.__id }
const run = async (context: Record<string, unknown> = {}) =>
  (await call('POST', '/template/sales/approval/run', { context })).body.context

test('run answers the whole instance under "context", and ignores the blanks of a blank one', async () => {
  const { status, body } = await call('POST', '/template/sales/approval/run', {
    context: {
      __id: '',
      __state: '',
      __template: { id: '', name: '', namespace: '', code: '', version: 0 },
      __createdBy: '',
      cross_instance: { is_cross_instance: false },
      order: [item.__id],
      amount: 1500,
      deadline: '2026-03-01T00:00:00Z',
      unheard_of: 1,
      __item: ITEM,
    },
  })

  expect(status).toBe(200)
  expect(body).toMatchObject({ success: true, error: '' })
  const { context } = body
  expect(context).toMatchObject({
    __name: 'Order approval (No 17)',
    __state: 'wait',
    __template: { name: 'approval', namespace: 'sales', code: 'approval', version: 1 },
    __createdBy: admin.id,
    __updatedBy: admin.id,
    __deletedAt: null,
    __parent: null,
    __item: ITEM,
    __target: '',
    __currentPerformers: [admin.id],
    __informLists: {},
    __subscribers: [admin.id],
    __nameTemplate: null,
    __debugUserId: null,
    __fieldVisibilityConditions: {},
    order: [item.__id],
    amount: 1500,
    deadline: '2026-03-01T00:00:00Z',
    number: 17,
  })
  expect(context.__template.id).toBe(context.__templateId)
  expect(context).not.toHaveProperty('unheard_of')
  const [task] = openTasks(context)
  expect(context.__tasks).toEqual({ [task?.__id ?? '']: task })
  expect(task).toMatchObject({
    __name: 'Check the order',
    state: 'in_progress',
    template: 'approval',
    templateNsAndCode: 'sales:approval',
    instance: { __id: context.__id, code: 'approval', namespace: 'sales' },
    performers: [admin.id],
    __item: ITEM,
    __percent: 0,
    reassignes: null,
  })
  const visited = Object.keys(context.__flowHistory.items)
  expect(task?.path).toBe(`/items/${visited.find((id) => !id.startsWith('0000'))}`)
  expect(context.__performers).toEqual({ [String(task?.path).split('/')[2] ?? '']: [admin.id] })
})

test.each([
  ['POST', '/instance/bytemplate/sales/approval/list'],
  ['GET', '/instance/bytemplate/sales/approval/list'],
])('%s %s filters by variables and system keys', async (method, path) => {
  const { __id } = await run({ amount: 99_000, order: [item.__id], __item: ITEM })
  const filters = [
    { tf: { amount: { min: 98_000, max: null } } },
    {
      and: [
        { in: [{ field: '__state' }, { list: ['exec', 'wait'] }] },
        { gt: [{ field: 'amount' }, { const: 98_000 }] },
      ],
    },
    {
      and: [
        { link: [{ field: 'order' }, { list: [item.__id] }] },
        { eq: [{ field: '__id' }, { const: __id }] },
      ],
    },
    {
      and: [
        { in: [{ field: '__item' }, { list: [ITEM] }] },
        { eq: [{ const: __id }, { field: '__id' }] },
      ],
    },
    { eql: { query: `[amount] > 98000 and [__id] = '${__id}'` } },
  ]
  for (const filter of filters) {
    const body = {
      active: true,
      from: 0,
      size: 20,
      filter,
      sortExpressions: [{ field: '__createdAt', ascending: false }],
    }
    const url =
      method === 'GET' ? `${path}?query=${encodeURIComponent(JSON.stringify(body))}` : path

    const answer = await call(method, url, method === 'GET' ? undefined : body)

    expect(answer).toMatchObject({ status: 200, body: { success: true, error: '' } })
    expect(answer.body.result.result[0]).toMatchObject({ __id, amount: 99_000, __state: 'wait' })
  }
})

test('lists by the id of the template, and tells of an unknown one', async () => {
  const { __id, __templateId } = await run({ amount: 1 })
  const body = { ids: [__id], fields: { __state: true, __flowHistory: true } }

  const found = await call('POST', `/instance/bytemplateid/${__templateId}/list`, body)
  const unknown = await call('POST', `/instance/bytemplateid/${__id}/list`, {})
  const nameless = await call('POST', '/instance/bytemplate/sales/none/list', {})

  expect(found.body.result).toMatchObject({ total: 1, result: [{ __id, __state: 'wait' }] })
  expect(found.body.result.result[0]?.__flowHistory.transitions).not.toEqual({})
  expect(unknown).toMatchObject({ status: 404, body: { success: false } })
  expect(nameless.status).toBe(404)
})

test.each(['POST', 'GET'])(
  '%s lists by an object of another system, over all processes',
  async (method) => {
    const target = `crm-deal-${method}`
    const { __id } = await run({ __target: target, amount: 5 })
    const path = '/instance/bytarget/list'

    const found =
      method === 'GET'
        ? await call('GET', `${path}?target=${target}&size=10`)
        : await call('POST', path, { target, active: true, from: 0, size: 10 })
    const empty = await call('POST', path, { target: '' })

    expect(found.body.result).toMatchObject({
      total: 1,
      result: [{ __id, __target: target, amount: 5 }],
    })
    expect(empty.status).toBe(400)
  },
)

test('gets an instance under "data", with or without a body', async () => {
  const { __id } = await run()

  const answers = [
    await call('GET', `/instance/${__id}/get`),
    await call('POST', `/instance/${__id}/get`, {}),
    await call('POST', `/instance/${__id}/get`, []),
  ]
  const unknown = await call('POST', `/instance/${item.__id}/get`)

  for (const { body } of answers) expect(body.data).toMatchObject({ __id, __state: 'wait' })
  expect(unknown).toMatchObject({ status: 404, body: { success: false } })
  expect(unknown.body.error).toContain('not found')
})

test('interrupting withdraws the tasks, and a finished instance stays as it is', async () => {
  const { __id } = await run({ __item: ITEM })

  const first = await call('POST', `/instance/${__id}/interrupt`, { comment: 'withdrawn' })
  const second = await call('POST', `/instance/${__id}/interrupt`)

  expect(first).toEqual({ status: 200, body: { success: true, error: '' } })
  expect(second).toMatchObject({ status: 400, body: { error: 'instance is already finished' } })
  const { data } = await as(admin).bpm.get({ params: { id: __id } })
  expect(data.__state).toBe('cancel')
  expect(Object.values(data.__tasks as object)).toMatchObject([{ state: 'cancel' }])
})

test('many that are interrupted twice with one key were interrupted once', async () => {
  const instances = [(await run()).__id, (await run()).__id]
  const interrupt = () =>
    request('/pub/v1/bpm/instance/interrupt', {
      method: 'POST',
      headers: { ...by, 'idempotency-key': 'stop these' },
      body: JSON.stringify({ instances, comment: 'enough' }),
    })

  const [first, second] = [await interrupt(), await interrupt()]

  expect([first.status, second.status]).toEqual([200, 200])
  expect(await second.json()).toEqual(await first.json())
  const { lines } = await as(admin).bpm.timeline({ params: { id: instances[0] ?? '' } })
  expect(lines.map(({ event }) => event)).toEqual(['start', 'interrupt'])
})

test('interrupts several, and tells of each that could not be', async () => {
  const [one, two] = [await run(), await run()]
  await call('POST', `/instance/${two.__id}/interrupt`)
  const instances = [one.__id, two.__id]

  const { status, body } = await call('POST', '/instance/interrupt', {
    instances,
    comment: 'Clean-up',
  })
  const again = await call('POST', '/instance/interrupt', { instances })
  const none = await call('POST', '/instance/interrupt', { instances: [] })
  const forbidden = await call('POST', '/instance/interrupt', { instances }, ann.token)

  expect(status).toBe(200)
  expect(body).toEqual({
    success: true,
    error: '',
    errors: { [two.__id]: 'instance is already finished' },
  })
  expect([again.status, none.status, forbidden.status]).toEqual([400, 400, 403])
})

test('changes variables with a reason, merging them, and refuses what cannot be', async () => {
  const { __id } = await run({ amount: 1500, number: 3 })
  const path = `/instance/${__id}/context`
  const comment = 'Wrong amount in the order'

  const changed = await call('PUT', path, { comment, context: { amount: 1700, __state: 'done' } })
  const silent = await call('PUT', path, { context: { amount: 1 } })
  const unknown = await call('PUT', path, { comment, context: { amuont: 1 } })
  const wrong = await call('PUT', path, { comment, context: { amount: 'much' } })
  const stranger = await call('PUT', path, { comment, context: { amount: 1 } }, ann.token)

  expect(changed).toEqual({ status: 200, body: { success: true, error: '' } })
  expect(silent).toMatchObject({
    status: 400,
    body: { success: false, error: 'comment is required' },
  })
  expect([unknown.status, wrong.status, stranger.status]).toEqual([400, 400, 404])
  expect(unknown.body.error).toContain('amuont')
  const { data } = await as(admin).bpm.get({ params: { id: __id } })
  expect(data).toMatchObject({ amount: 1700, number: 3, __state: 'wait' })
  const { lines } = await as(admin).bpm.timeline({ params: { id: __id } })
  expect(lines.at(-1)).toMatchObject({
    event: 'change',
    actor: admin.id,
    data: { comment, changes: { amount: { before: 1500, after: 1700 } } },
  })
})

test('moves instances to the newest version, alone and together, and reports those that cannot', async () => {
  const [one, two, three] = [await run(), await run(), await run()]
  await applyProcesses(
    started,
    'sales',
    {
      approval: {
        yaml: YAML,
        bpmn: approval('<userTask id="second" kontor:performer="role:author" />'),
      },
    },
    APP,
  )
  const versionOf = async ({ __id }: { __id: string }) =>
    ((await as(admin).bpm.get({ params: { id: __id } })).data.__template as { version: number })
      .version

  const dry = await call('POST', `/instance/${one.__id}/version`, { dryRun: true })
  const before = await versionOf(one)
  const single = await call('POST', `/instance/${one.__id}/version`)
  const again = await call('POST', `/instance/${one.__id}/version`, {})
  const many = await call('POST', '/instance/bytemplate/sales/approval/version', {
    updateAllActive: true,
    unselectedIds: [three.__id],
  })
  const nothing = await call('POST', '/instance/bytemplate/sales/approval/version', {})

  expect([dry.status, single.status, again.status, many.status, nothing.status]).toEqual([
    200, 200, 200, 200, 400,
  ])
  expect(before).toBe(1)
  expect([await versionOf(one), await versionOf(two), await versionOf(three)]).toEqual([2, 2, 1])
  const { data } = await as(admin).bpm.get({ params: { id: one.__id } })
  const [task] = openTasks(data)
  await as(admin).tasks.submit({ params: { id: task?.__id ?? '' }, input: {} })
  const { data: after } = await as(admin).bpm.get({ params: { id: one.__id } })
  expect(openTasks(after)).toHaveLength(1)

  const renamed = approval().replaceAll('"check"', '"examine"')
  await applyProcesses(started, 'sales', { approval: { yaml: YAML, bpmn: renamed } }, APP)
  const lost = await call('POST', `/instance/${three.__id}/version`)
  const mapped = await call('POST', `/instance/${three.__id}/version`, {
    mapping: { check: 'examine' },
  })
  expect(lost.status).toBe(400)
  expect(lost.body.error).toContain('the new version does not have this element')
  expect(mapped.status).toBe(200)
  expect(await versionOf(three)).toBe(3)
})

test('an unknown restore point is not found', async () => {
  const { status, body } = await call('POST', `/restore-point/${item.__id}/restore`, {
    context: {},
  })

  expect(status).toBe(404)
  expect(body).toMatchObject({ success: false })
  expect(body.error).toContain('restore point not found')
})
