import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import { startApp } from '../../../../test/app.ts'
import { actionDiagram, eventually, processSolution } from '../../../../test/process.ts'
import { connectClient } from '../../../platform/db/db.ts'

const started = await startApp({
  environment: { KONTOR_WORKERS: '4', KONTOR_PRIVATE_ADDRESSES: '127.0.0.1' },
})
const { as, admin, make, app, connection, request } = started
const [robot, person] = [await make.user(), await make.user()]
const database = await connectClient(connection)

/** Another server, which answers when it is told to. */
const waiting: ServerResponse[] = []
const outside = createServer((_, answer) => void waiting.push(answer)).listen(0, '127.0.0.1')
await once(outside, 'listening')
afterAll(async () => {
  outside.closeAllConnections()
  outside.close()
  await database.end()
})

const MODULE = `name: Desk
scriptUser: ${robot.login}
scripts:
  sum: |
    async function action() {
      const order = await Context.data.order.fetch()
      const others = await Context.fields.orders.app.search().count()
      Context.data.text = order.data.__name + ' of ' + others
      Context.data.order = undefined
    }
  heard: |
    async function action() {
      const { note } = Context.data.item
      if (note === 'throw') throw { code: 'broken', message: 'it is broken' }
      if (note === 'chain') {
        const order = await Context.data.__item.fetch()
        order.data.count = (order.data.count ?? 0) + 1
        await order.save()
      }
      const copy = Global.ns.shop.app.notes.create()
      copy.data.__name = Context.data.__item.code + ' ' + Context.data.__data.item.__name
      await copy.save()
      if (note === 'wait') await fetch('http://127.0.0.1:${(outside.address() as AddressInfo).port}')
    }
    async function counts() {
      if (Context.data.item.note !== 'chain') return
      const order = await Context.data.__item.fetch()
      order.data.count = (order.data.count ?? 0) + 1
      await order.save()
    }
  web: |
    async function hook(request) {
      if (request.method === 'GET') {
        const { cookie = '', authorization } = request.headers
        return { hello: request.query.name, cookie, authorization, type: request.headers['content-type'] }
      }
      const order = Global.ns.shop.app.orders.create()
      order.data.__name = JSON.parse(request.body.toString()).name
      await order.save()
      return new HttpResponse(201).set('X-Id', order.id).set('Set-Cookie', 'a=b')
        .set('X-Accel-Redirect', '/etc').set('X-Content-Type-Options', 'none').json({ id: order.id, text: atob(btoa('né')) })
    }
    function broken() { throw new Error('the password is 1234') }
    function status({ query }) { return new HttpResponse(query.status).json(undefined) }
    async function me() { return (await System.users.getCurrentUser()).id }
actions:
  sum:
    name: Sum
    script: sum
    input: { order: { name: Order, type: SYS_COLLECTION, app: shop/orders, single: true } }
    output: { text: { name: Text, type: STRING } }
    variables: { orders: { name: Orders, type: SYS_COLLECTION, app: shop/orders } }
routes:
  hook: { script: web, function: hook, access: public }
  broken: { script: web, function: broken, methods: [GET], access: public }
  status: { script: web, function: status, access: public }
  me: { script: web, function: me }
handlers:
  changed: { on: updated, app: shop/orders, script: heard }
  second: { on: updated, app: shop/orders, script: heard, function: counts }
  third: { on: updated, app: shop/orders, script: heard, function: counts }
  dropped: { on: deleted, script: heard }
`
const OWN = `name: Own
scripts:
  web: |
    async function me() { return (await System.users.getCurrentUser()).id }
routes:
  me: { script: web, function: me }
`
const files = processSolution(
  'shop',
  {
    sum: {
      yaml: `
variables:
  order: { name: Order, type: SYS_COLLECTION, app: shop/orders, single: true }
  text: { name: Text, type: STRING }
`,
      bpmn: actionDiagram('desk/sum', { in: 'order', out: 'text' }),
    },
  },
  {
    'workspaces/shop/apps/orders.yaml': `name: Orders
fields:
  note: { name: Note, type: STRING }
  count: { name: Count, type: INTEGER }
`,
    'workspaces/shop/apps/notes.yaml': 'name: Notes\n',
    'modules/desk.yaml': MODULE,
    'modules/own.yaml': OWN,
  },
)
await as(admin).solutions.apply({ input: { files } })
for (const object of ['shop/orders', 'shop/notes']) {
  for (const right of ['create', 'read', 'update', 'delete']) {
    const subject = { subjectKind: 'user' as const, subject: robot.id }
    await as(admin).access.grant({ input: { kind: 'app', object, right, ...subject } })
  }
}
await app.startJobs()

const orders = { namespace: 'shop', code: 'orders' }
const create = async (name: string, note = '') => {
  const input = { context: { __name: name, note } }
  return (await as(admin).apps.createItem({ params: orders, input })).item.__id
}
const rename = (id: string, name: string) =>
  as(admin).apps.updateItem({ params: { ...orders, id }, input: { context: { __name: name } } })
const notes = async () => {
  const params = { namespace: 'shop', code: 'notes' }
  const { result } = await as(admin).apps.listItems({ params, input: { size: 100 } })
  return result.result.map(({ __name, __createdBy }) => [__name, __createdBy])
}
const noneLeft = () =>
  eventually(
    async () => {
      const left = `select count(*)::int as count from kontor.process_jobs where kind = 'module.event'`
      return (await database.query(left)).rows[0].count
    },
    (count) => count === 0,
  )
const failures = async () =>
  (await as(admin).audit.list({ input: { type: 'module.script_failed' } })).entries
const call = (path: string, init: RequestInit = {}) => request(`/modules/${path}`, init)

test('an action of a module that is a script is a step of a process', async () => {
  const order = await create('First')
  const params = { namespace: 'shop', code: 'sum' }
  const run = await as(admin).bpm.run({ params, input: { context: { order: [order] } } })

  const get = async () => (await as(admin).bpm.get({ params: { id: run.context.__id } })).data
  const done = await eventually(get, ({ __state }) => __state === 'done' || __state === 'error')
  expect(done).toMatchObject({ __state: 'done', text: expect.stringMatching(/^First of \d+$/) })
  // What is no output stays as it is.
  expect(done.order).toEqual([order])
})

test('a handler hears what happens to items, as the user of its module', async () => {
  const id = await create('Second')
  await rename(id, 'Heard')
  await eventually(notes, (all) => all.some(([name]) => name === 'orders Heard'))
  await as(admin).apps.deleteItem({ params: { ...orders, id } })

  const all = await eventually(notes, (each) => each.length === 2)
  expect(all.every(([, by]) => by === robot.id)).toBe(true)
  const { rows } = await database.query(
    `select data -> 'cause' as cause from kontor.events where type = 'app.item.created' and code = 'notes'`,
  )
  expect(rows[0].cause).toEqual({ template: 'module:desk/handlers/changed', depth: 0 })
})

test('handlers that change their item are called once in a chain, however many they are', async () => {
  const id = await create('Chain', 'chain')
  await rename(id, 'Chained')

  await eventually(notes, (all) => all.some(([name]) => name === 'orders Chained'))
  // What a change calls for is noted in the transaction of the change.
  await noneLeft()
  const { item } = await as(admin).apps.getItem({ params: { ...orders, id } })
  // Each of three, then the two others of each, then the last of those: 3 + 6 + 6, some at once.
  expect(item.count).toBeGreaterThanOrEqual(3)
  const { rows } = await database.query(
    `select count(*)::int as count from kontor.events
     where type = 'app.item.updated' and object_id like '%' || $1 and data ? 'cause'`,
    [id],
  )
  expect(rows[0].count).toBeLessThanOrEqual(15)
})

test('a handler that fails is told in the audit log', async () => {
  await rename(await create('Bad', 'throw'), 'Worse')

  const [entry] = await eventually(failures, (all) => all.length > 0)
  expect(entry).toMatchObject({
    data: {
      script: 'handlers/changed',
      message: expect.stringContaining('it is broken'),
      code: 'broken',
    },
  })
})

test('a handler that runs again after a crash does nothing twice', async () => {
  const before = (await notes()).length
  await rename(await create('Twice', 'wait'), 'Once')
  const asked = (count: number) =>
    eventually(
      async () => waiting.length,
      (all) => all === count,
    )
  await asked(1)
  // As if its node had died: another one takes the job.
  await database.query(
    `update kontor.process_jobs set lease_key = null, run_at = now() where kind = 'module.event'`,
  )
  await asked(2)
  for (const answer of waiting) answer.end('go on')

  await noneLeft()
  expect(await notes()).toHaveLength(before + 1)
})

test('a route answers as its script says, and cannot speak for the site', async () => {
  const hello = await call('desk/hook?name=Ann', { headers: { cookie: 'kontor_session=x' } })
  expect(await hello.json()).toEqual({ hello: 'Ann', cookie: '' })
  const alias = await request('/api/extensions/desk/script/hook?name=Bob')
  expect(await alias.json()).toEqual({ hello: 'Bob', cookie: '' })
  // What another system shows is for the script.
  const shown = { authorization: 'Basic YTpi', 'content-type': 'application/xml' }
  const other = await call('desk/hook', { headers: shown })
  expect(await other.json()).toMatchObject({ authorization: 'Basic YTpi', type: 'application/xml' })

  const made = await call('desk/hook', { method: 'POST', body: '{"name":"From outside"}' })
  const { id, text } = (await made.json()) as { id: string; text: string }
  expect([made.status, made.headers.get('x-id'), text]).toEqual([201, id, 'né'])
  expect(made.headers.get('set-cookie')).toBeNull()
  expect(made.headers.get('x-accel-redirect')).toBeNull()
  expect(made.headers.get('x-content-type-options')).toBe('nosniff')
  expect(made.headers.get('content-security-policy')).toContain('sandbox')
  const { item } = await as(admin).apps.getItem({ params: { ...orders, id } })
  expect(item).toMatchObject({ __name: 'From outside', __createdBy: robot.id })
  const { rows } = await database.query(
    `select count(*)::int as count from kontor.process_jobs where kind = 'module.route'`,
  )
  expect(rows[0].count).toBe(0)
})

test('what went wrong in a route is for the audit log, not for strangers', async () => {
  const answer = await call('desk/broken')

  expect(answer.status).toBe(500)
  expect(await answer.text()).not.toContain('1234')
  const all = await failures()
  expect(all.find(({ data }) => data.script === 'routes/broken')?.data.message).toContain('1234')
  expect((await call('desk/broken', { method: 'POST', body: '' })).status).toBe(405)
  expect((await call('desk/nothing')).status).toBe(404)
  expect((await call('desk/constructor')).status).toBe(404)
  const page = { headers: { 'sec-fetch-dest': 'script' } }
  expect((await call('desk/hook?name=a', page)).status).toBe(403)
  expect((await call('desk/status?status=403')).status).toBe(403)
  expect((await call('desk/status?status=none')).status).toBe(500)
})

test('failures that strangers cause do not fill the audit log', async () => {
  for (let count = 0; count < 10; count++) await call('desk/status?status=1')

  const told = (await failures()).filter(({ data }) => data.script === 'routes/status')
  // Three a minute, which may end meanwhile.
  expect(told.length).toBeGreaterThanOrEqual(1)
  expect(told.length).toBeLessThanOrEqual(6)
})

test('a route needs a token, and has the rights of its module, else those of the token', async () => {
  expect((await call('desk/me')).status).toBe(401)
  const callAs = (path: string, { token }: { token: string }) =>
    call(path, { headers: { authorization: `Bearer ${token}` } })

  expect(await (await callAs('desk/me', person)).json()).toBe(robot.id)
  expect(await (await callAs('own/me', person)).json()).toBe(person.id)
  expect((await callAs('own/me', admin)).status).toBe(500)
})

test.each([
  ['unknown script "sun", did you mean "sum"?', MODULE.replace('script: sum', 'script: sun')],
  ['a public route needs the "scriptUser" of its module', MODULE.replace(/scriptUser.*/, '')],
  [
    'modules/desk.yaml:31:8 the script failed at line 1',
    MODULE.replace('async function hook(', 'async function hook(('),
  ],
  [
    'modules/desk.yaml:54:34 routes.hook: the script "web" has no function "hok", did you mean "hook"?',
    MODULE.replace('function: hook', 'function: hok'),
  ],
  [
    'actions.sum: the script "heard" has no function "run", expected one of "action", "counts"',
    MODULE.replace('script: sum', 'script: heard\n    function: run'),
  ],
  [
    'handlers.dropped: the script "sum" has no function "action", there is only "act"',
    MODULE.replace(
      'async function action() {\n      const order',
      'async function act() {\n      const order',
    )
      .replace('script: sum', 'script: heard')
      .replace('on: deleted, script: heard', 'on: deleted, script: sum'),
  ],
  [
    'an action has either "url" or "script"',
    MODULE.replace('script: sum', 'script: sum\n    url: https://a.example'),
  ],
])('a module is checked: %s', async (message, text) => {
  const changed = files.map((file) =>
    file.path === 'modules/desk.yaml' ? { path: file.path, content: text } : file,
  )

  await expect(as(admin).solutions.apply({ input: { files: changed } })).rejects.toMatchObject({
    message: expect.stringContaining(message),
  })
})
