import { expect, test } from 'vitest'
import { NIL_ID, newId } from '../src/lib/ids.ts'
import { startApp } from './app.ts'
import { solution } from './solution.ts'

/** What programs of others send, and expect to be understood. */
const { as, admin, make, request } = await startApp()
const PLAIN = `
name: Plain
fields:
  title: { name: Title, type: STRING }
  amount: { name: Amount, type: INTEGER }
  link: { name: Link, type: SYS_COLLECTION, app: habits/plain, single: false }
  about: { name: About, type: REF_ITEM }
  who: { name: Who, type: SYS_USER }
  papers: { name: Papers, type: FILE, single: false }
rights:
  group:all_users: [read, create, update]
`
await as(admin).solutions.apply({
  input: {
    files: solution('habits', {
      'workspaces/habits/workspace.yaml': 'name: Habits\nrights: { group:all_users: [read] }\n',
      'workspaces/habits/apps/plain.yaml': PLAIN,
    }),
  },
})
const ann = await make.user()

async function send(
  path: string,
  { body, user = admin }: { body?: unknown; user?: { token: string } },
) {
  const headers = { authorization: `Bearer ${user.token}` }
  const sent = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }
  const response = await request(`/pub/v1/${path}`, { headers, ...sent })
  return { status: response.status, body: JSON.parse(await response.text()) }
}
const create = (context: object, more: object = {}) =>
  send('app/habits/plain/create', { body: { context, ...more } })
const list = (body: object) => send('app/habits/plain/list', { body })

test('a new item of an app without status groups may be given one', async () => {
  const made = await create({ title: 'grouped' }, { statusGroupId: newId() })

  expect(made.status).toBe(200)
})

test('the nil UUID means nothing, in a list and by itself', async () => {
  const about = { namespace: 'habits', code: 'plain', id: NIL_ID }
  const lists = await create({ link: [NIL_ID], who: [NIL_ID], papers: [NIL_ID], about: [about] })
  const alone = await create({ title: 'x', link: NIL_ID, who: NIL_ID, papers: NIL_ID })

  const empty = { link: [], who: [], papers: [] }
  expect(lists).toMatchObject({ status: 200, body: { item: { ...empty, about: [] } } })
  expect(alone).toMatchObject({ status: 200, body: { item: empty } })
})

test('fields stand in a filter without tf, and operations keep their names', async () => {
  const { body } = await create({ title: 'flat', amount: 7, who: [ann.id] })
  const { body: other } = await create({ title: 'flat', link: [body.item.__id] })
  const idsOf = async (filter: object) =>
    (await list({ filter })).body.result.result.map((row: { __id: string }) => row.__id)

  expect(await idsOf({ who: [ann.id] })).toEqual([body.item.__id])
  expect(await idsOf({ title: 'flat', amount: { min: 7 } })).toEqual([body.item.__id])
  expect(await idsOf({ link: [{ field: 'link' }, { list: [body.item.__id] }] })).toEqual([
    other.item.__id,
  ])
  expect((await list({ filter: { nothing: 1 } })).status).toBe(400)
})

test.each([
  ['query[size]=1', 1],
  ['query%5Bsize%5D=1&query%5Bfrom%5D=0', 1],
  ['query[filter]={"tf":{"title":"nowhere"}}', 0],
])('a list understands ?%s', async (query, count) => {
  await create({ title: 'one' })
  await create({ title: 'two' })

  const { status, body } = await send(`app/habits/plain/list?${query}`, {})

  expect(status).toBe(200)
  expect(body.result.result).toHaveLength(count)
})

test.each([
  'query[filter][tf][title]=x',
  'query[size]=x',
  'query={}&query[size]=1',
  'query[active]=1',
])('a list refuses ?%s', async (query) => {
  expect((await send(`app/habits/plain/list?${query}`, {})).status).toBe(400)
})

test('an app tells all five forms', async () => {
  const { body } = await send('scheme/namespaces/habits/apps/plain', {})
  const { forms } = body.application

  expect(Object.keys(forms).sort()).toEqual(['create', 'detail', 'edit', 'tile', 'view'])
  expect(forms.create.fields.map(({ code }: { code: string }) => code)).toEqual([
    ...['__name', 'title', 'amount', 'link', 'about', 'who', 'papers'],
  ])
})

test('POST help says where the API is described', async () => {
  const { status, body } = await send('help', { body: {}, user: ann })

  expect(status).toBe(200)
  expect((await request(body.openapi)).status).toBe(200)
  expect((await request(body.docs)).status).toBe(200)
})

test('links to what is not there are refused, and kept for administrators who ask for it', async () => {
  const gone = newId()
  const keep = (user: { token: string }) =>
    send('app/habits/plain/create?links=keep', { user, body: { context: { link: [gone] } } })
  const { body } = await create({ title: 'x' })
  const update = `app/habits/plain/${body.item.__id}/update`
  const change = { context: { link: [gone], who: [newId()] } }

  expect(await create({ link: [gone] })).toMatchObject({ status: 400 })
  expect(await keep(ann)).toMatchObject({ status: 403 })
  expect(await keep(admin)).toMatchObject({ status: 200, body: { item: { link: [gone] } } })
  expect(await send(update, { body: change })).toMatchObject({ status: 400 })
  expect(await send(`${update}?links=keep`, { body: change })).toMatchObject({ status: 200 })
  const items = [{ context: { __externalId: 'k', link: [gone] } }]
  expect(await send('app/habits/plain/upsert?links=keep', { body: { items } })).toMatchObject({
    body: { created: 1 },
  })
  const batch = { items: [{ namespace: 'habits', code: 'plain', context: { link: [gone] } }] }
  expect(await send('app/items/batch?links=keep', { body: batch })).toMatchObject({ status: 200 })
})
