import { expect, test } from 'vitest'
import { startApp } from '../../../../test/app.ts'
import { listenTo } from '../../../../test/listen.ts'
import { diagram, eventually, flow } from '../../../../test/process.ts'
import { solution } from '../../../../test/solution.ts'
import { chainHeader, DEEPEST, DEEPEST_OUTSIDE } from '../../../platform/outside/chain.ts'

const clock = { ahead: 0 }
const { as, admin, make, app, address, request } = await startApp({
  now: () => new Date(Date.now() + clock.ahead),
  environment: { KONTOR_WORKERS: '2' },
})
const robot = await make.user({ login: 'robot' })
const reader = await make.user({ login: 'reader' })
const listen = listenTo(address)

const onItem = (event: string, path: string) => `<startEvent id="start"><extensionElements>
  <kontor:settings><kontor:setting name="event" value="${event}" /><kontor:setting name="app" value="${path}" /></kontor:settings>
  </extensionElements><conditionalEventDefinition><condition>item</condition></conditionalEventDefinition></startEvent>`
const step = (
  type: string,
  setting: string,
  target: string,
) => `<serviceTask id="step" kontor:step="${type}">
  <extensionElements><kontor:settings>${setting}</kontor:settings><kontor:mappings>
    <kontor:mapping direction="in" source="&quot;seen&quot;" target="${target}" />
  </kontor:mappings></extensionElements></serviceTask><endEvent id="end" />${flow('start -> step -> end')}`
const check = diagram(
  `${onItem('status', 'shop/orders')}${step('app_update', '<kontor:setting name="target" value="order" />', 'checked')}`,
)
/** Each ping makes a pong, by a step; each pong a ping, by a script. */
const ping = diagram(
  `${onItem('created', 'shop/pings')}${step('app_create', '<kontor:setting name="app" value="shop/pongs" />', '__name')}`,
)
const pong = diagram(`${onItem('created', 'shop/pongs')}<scriptTask id="step"><script>
  const [params, input] = [{ namespace: 'shop', code: 'pings' }, { context: { __name: 'Ping' }, withEventForceCreate: true }]
  await kontor.call('apps.createItem', { params, input })
  </script></scriptTask><endEvent id="end" />${flow('start -> step -> end')}`)

await as(admin).solutions.apply({
  input: {
    files: solution('shop', {
      'workspaces/shop/apps/orders.yaml': `name: Orders
fields:
  note: { name: Note, type: STRING }
  checked: { name: Checked, type: STRING }
statuses:
  - { code: usual, name: Usual, statuses: [{ id: 1, code: open, name: Open }, { id: 2, code: done, name: Done }] }
rights: { "user:robot": [read, update], "user:reader": [read] }
`,
      'workspaces/shop/apps/pings.yaml': 'name: Pings\nrights: { "user:robot": [create] }\n',
      'workspaces/shop/apps/pongs.yaml': 'name: Pongs\n',
      'workspaces/shop/processes/check.yaml':
        'name: Check\nvariables:\n  order: { name: Order, type: SYS_COLLECTION, app: shop/orders }\n',
      'workspaces/shop/processes/check.bpmn': check,
      'workspaces/shop/processes/ping.yaml': 'name: Ping\n',
      'workspaces/shop/processes/ping.bpmn': ping,
      'workspaces/shop/processes/pong.yaml': 'name: Pong\nscriptUser: robot\n',
      'workspaces/shop/processes/pong.bpmn': pong,
      'modules/desk.yaml': `name: Desk
scriptUser: robot
scripts:
  main: |
    const finish = async ({ body }) => {
      const order = await new RefItem('shop', 'orders', body).fetch()
      await order.setStatus({ code: 'done' })
    }
    const moved = async () => {
      const order = await Context.data.__item.fetch()
      order.data.note = 'heard'
      await order.save()
    }
routes:
  finish: { script: main, function: finish, access: public, methods: [POST] }
handlers:
  moved: { on: status, app: shop/orders, script: main, function: moved }
`,
    }),
  },
})
await app.startJobs()

const orders = { namespace: 'shop', code: 'orders' }
const newOrder = async () => {
  const input = { context: { __name: 'Order' } }
  return (await as(admin).apps.createItem({ params: orders, input })).item.__id
}
const find = async (id: string) =>
  (await as(admin).apps.getItem({ params: { ...orders, id } })).item as Record<string, unknown>
const chainOf = (depth: number) =>
  chainHeader(app.platform, { depth, names: ['module:pay/handlers/stop'], waiting: [] })

const finishing = {
  'an operation': (id: string, headers: Record<string, string>) =>
    request(`/pub/v1/app/shop/orders/${id}/set-status`, {
      method: 'POST',
      headers: {
        ...headers,
        authorization: `Bearer ${robot.token}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify({ status: { code: 'done' } }),
    }),
  'a route': (id: string, headers: Record<string, string>) =>
    request('/modules/desk/finish', { method: 'POST', headers, body: id }),
}
const table = Object.entries(finishing).flatMap(([name, finish]) =>
  [0, DEEPEST_OUTSIDE - 1, DEEPEST_OUTSIDE, DEEPEST - 1, DEEPEST, DEEPEST + 1].map((depth) => ({
    ...{ name, finish, depth },
  })),
)

test.each(table)(
  '$name with a chain of depth $depth is refused, or everything follows from it',
  async ({ finish, depth }) => {
    const id = await newOrder()
    const reply = await finish(id, chainOf(depth))

    if (depth < DEEPEST_OUTSIDE) {
      expect(reply.status).toBe(200)
      await eventually(
        () => find(id),
        ({ note, checked }) => note === 'heard' && checked === 'seen',
      )
    } else {
      expect(reply.status).toBe(409)
      expect(await reply.text()).toContain(
        'scripts call one another without end: module:pay/handlers/stop → ',
      )
      expect(await find(id)).toMatchObject({ __status: { status: 1 }, note: null, checked: null })
    }
  },
)

test('a chain is believed for ten minutes', async () => {
  const headers = chainOf(DEEPEST)
  const id = await newOrder()
  clock.ahead = 9 * 60_000
  expect((await finishing['an operation'](id, headers)).status).toBe(409)

  clock.ahead = 11 * 60_000
  expect((await finishing['an operation'](id, headers)).status).toBe(200)
  await eventually(
    () => find(id),
    ({ note, checked }) => note === 'heard' && checked === 'seen',
  )
})

test.each([
  ['a step', 'pings', 'process:shop/ping'],
  ['a script', 'pongs', ''],
])('processes that begin one another end with an incident: %s', async (_, code, name) => {
  const list = async () => (await as(admin).bpm.listIncidents({ input: {} })).incidents
  const before = (await list()).length
  const input = { context: { __name: 'First' }, withEventForceCreate: true }
  await as(admin).apps.createItem({ params: { ...orders, code }, input })

  const told = await eventually(list, (incidents) => incidents.length > before)
  expect(told.map(({ message }) => message)).toContainEqual(
    expect.stringContaining(`scripts call one another without end: ${name}`),
  )
})

test('only administrators are told the names of what caused an event', async () => {
  const id = await newOrder()
  const streams = [await listen(admin, '', 0), await listen(reader, '', 0)]
  await finishing['a route'](id, {})
  const isHeard = (heard: { object: string; type: string }[]) =>
    heard.filter(({ object, type }) => object.endsWith(id) && type === 'app.item.updated').length
  await expect.poll(() => streams.map(({ heard }) => isHeard(heard))).toEqual([2, 2])
  const activity = async (user: typeof admin) =>
    JSON.stringify(await as(user).messages.activity({ params: { ...orders, id }, input: {} }))

  const [byAdmin, byReader] = streams.map(({ heard }) => JSON.stringify(heard))
  expect(byAdmin).toContain('module:desk')
  expect(byReader).not.toMatch(/module:|process:|"template"/)
  expect(await activity(admin)).toContain('module:desk')
  expect(await activity(reader)).not.toMatch(/module:|process:|"template"/)
})
