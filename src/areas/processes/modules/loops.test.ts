import { expect, test } from 'vitest'
import { startApp } from '../../../../test/app.ts'
import { eventually } from '../../../../test/process.ts'
import { solution } from '../../../../test/solution.ts'

const started = await startApp({
  environment: { KONTOR_WORKERS: '4', KONTOR_PRIVATE_ADDRESSES: '127.0.0.1,::1' },
})
const { as, admin, make, app, address, request } = started
const robot = await make.user()

const DESK = `name: Desk
scriptUser: ${robot.login}
scripts:
  web: |
    const get = async (path) => {
      const reply = await fetch('${address}/modules/' + path, { headers: { 'Kontor-Chain': 'none' } })
      return { status: reply.status, text: await reply.text() }
    }
    const itself = () => get('desk/itself')
    const there = () => get('shop/back')
    const seen = ({ headers }) => Object.keys(headers).filter((name) => name.includes('chain'))
    const ask = () => get('desk/seen')
  heard: |
    async function action() {
      const { __id: id, note } = Context.data.item
      const context = { count: (Context.data.item.count ?? 0) + 1 }
      if (note !== 'http') return
      const reply = await fetch('${address}/pub/v1/app/shop/orders/' + id + '/update', {
        method: 'POST',
        headers: { authorization: 'Bearer ${robot.token}', 'content-type': 'application/json' },
        body: JSON.stringify({ context }),
      })
      if (!reply.ok) throw new Error(await reply.text())
    }
    async function hooked({ body }) {
      const { object } = JSON.parse(body)
      const order = await new RefItem('shop', 'orders', object.split('/').at(-1)).fetch()
      if (order.data.note !== 'webhook') return
      order.data.count = (order.data.count ?? 0) + 1
      await order.save()
    }
routes:
  itself: { script: web, function: itself, access: public }
  there: { script: web, function: there, access: public }
  seen: { script: web, function: seen, access: public }
  ask: { script: web, function: ask, access: public }
  hooked: { script: heard, function: hooked, access: public }
handlers:
  changed: { on: updated, app: shop/orders, script: heard }
`
const SHOP = `name: Shop
scriptUser: ${robot.login}
scripts:
  web: |
    async function back() { return await (await fetch('${address}/modules/desk/there')).json() }
routes:
  back: { script: web, function: back, access: public }
`
await as(admin).solutions.apply({
  input: {
    files: solution('shop', {
      'workspaces/shop/apps/orders.yaml': `name: Orders
fields:
  note: { name: Note, type: STRING }
  count: { name: Count, type: INTEGER }
`,
      'modules/desk.yaml': DESK,
      'modules/shop.yaml': SHOP,
    }),
  },
})
for (const right of ['read', 'update']) {
  const subject = { subjectKind: 'user' as const, subject: robot.id }
  const input = { kind: 'app' as const, object: 'shop/orders', right, ...subject }
  await as(admin).access.grant({ input })
}
await app.startJobs()

const orders = { namespace: 'shop', code: 'orders' }
const change = async (note: string) => {
  const created = { context: { __name: note, note } }
  const { item } = await as(admin).apps.createItem({ params: orders, input: created })
  const params = { ...orders, id: item.__id }
  await as(admin).apps.updateItem({ params, input: { context: { count: 0 } } })
  return async () => (await as(admin).apps.getItem({ params })).item.count as number
}
const failureOf = async (script: string) => {
  const find = async () => {
    const { entries } = await as(admin).audit.list({ input: { type: 'module.script_failed' } })
    return entries.find(({ data }) => data.script === script)?.data
  }
  return eventually(find, (found) => found !== undefined)
}
const get = async (path: string) => (await request(`/modules/${path}`)).json() as Promise<object>

test('a route that fetches itself is refused at once, with the chain', async () => {
  const message =
    'scripts call one another without end: module:desk/routes/itself → module:desk/routes/itself'

  expect(await get('desk/itself')).toEqual({ status: 409, text: expect.stringContaining(message) })
  expect(await failureOf('routes/itself')).toMatchObject({ message, code: 'conflict' })
})

test('so is one that does it through a route of another module', async () => {
  const names = ['desk/routes/there', 'shop/routes/back', 'desk/routes/there']
  const chain = names.map((name) => `module:${name}`).join(' → ')

  expect(await get('desk/there')).toMatchObject({ text: expect.stringContaining(chain) })
  expect(await failureOf('routes/there')).toMatchObject({ message: expect.stringContaining(chain) })
})

test('a handler that changes its item over HTTP ends after so many rounds', async () => {
  const count = await change('http')

  const round = 'module:desk/handlers/changed → http → module:desk/handlers/changed'
  expect(await failureOf('handlers/changed')).toMatchObject({
    message: expect.stringContaining(round),
  })
  expect(await count()).toBe(25)
})

test('a route that a webhook calls, and that causes the webhook, ends as well', async () => {
  const url = `${address}/modules/desk/hooked`
  const input = { name: 'Hook', url, types: ['app.item.updated'] }
  await as(admin).webhooks.create({ input })
  const count = await change('webhook')

  const round = 'module:desk/routes/hooked → module:desk/routes/hooked'
  const { message } = (await failureOf('routes/hooked')) ?? {}
  expect(message).toContain(round)
  expect(await count()).toBe(26)
})

test('scripts do not see the chain, and what others send for one does not count', async () => {
  expect(await get('desk/ask')).toEqual({ status: 200, text: '[]' })
  const forged = { 'kontor-chain': 'sealed:00000000:AAAA' }
  expect((await request('/modules/desk/seen', { headers: forged })).status).toBe(200)
})
