import { expect, test } from 'vitest'
import { diagram, flow } from '../../../test/process.ts'
import { feedNow } from '../../../test/search.ts'
import { insertItems, solution, startSolutions } from '../../../test/solution.ts'

const { app, as, admin, make, apply, sql } = await startSolutions()
const ann = await make.user({ login: 'ann', lastName: 'Quill', firstName: 'Ann' })
const bob = await make.user({ login: 'bob', lastName: 'Burr', firstName: 'Bob' })

type User = { token: string }
type Options = { kinds?: string; namespace?: string; code?: string; from?: number; size?: number }

const ASK = diagram(`<startEvent id="start" />
  <userTask id="check" name="Check the zebra" kontor:performer="variable:who" /><endEvent id="end" />
  ${flow('start -> check -> end')}`)

const ORDERS = (rights: string) => `name: Orders
fields:
  note: { name: Note, type: STRING, searchable: true }
  page: { name: Page, type: STRING, kind: html, searchable: true }
  client: { name: Client, type: FULL_NAME, searchable: true }
  internal: { name: Internal, type: STRING }
  margin: { name: Margin, type: STRING, searchable: true }
rights: { user:ann: [read, create], user:bob: [read] }
${rights}`

const GUARDED = 'fieldRights: { margin: { user:ann: [read, update] } }\n'

const sales = (orders: string) =>
  solution('sales', {
    'workspaces/sales/workspace.yaml': 'name: Sales\n',
    'workspaces/sales/apps/orders.yaml': orders,
    'workspaces/sales/apps/notes.yaml':
      'name: Notes\nrights: { role:author: [read], user:ann: [create], user:bob: [create] }\n',
    'workspaces/sales/apps/wages.yaml': 'name: Wages of zebras\n',
    'workspaces/sales/processes/ask.yaml': `name: Ask
nameTemplate: "Zebra question"
variables: { who: { name: Who, type: SYS_USER, single: false } }
rights: { user:ann: [create] }
`,
    'workspaces/sales/processes/ask.bpmn': ASK,
    'channels/news.yaml': 'name: Zebra news\n',
    'channels/board.yaml': 'name: Zebra board\naccess: private\n',
  })
await apply(sales(ORDERS(GUARDED)))

const create = async (user: User, code: string, context: Record<string, unknown> | string) => {
  const { item } = await as(user).apps.createItem({
    params: { namespace: 'sales', code },
    input: { context: typeof context === 'string' ? { __name: context } : context },
  })
  return String(item.__id)
}
const ask = (user: User, q: string, options: Options = {}) =>
  as(user).search.find({ input: { q, ...options } })
/** Everything that has happened so far is in the index. */
const find = async (user: User, q: string, options: Options = {}) => {
  await feedNow(app.platform)
  return (await ask(user, q, options)).results
}
const titles = async (user: User, q: string) => (await find(user, q)).map(({ title }) => title)
const ids = async (user: User, q: string) => (await find(user, q)).map(({ id }) => id).sort()

test('what is called so comes first, then what begins so, then what has it inside', async () => {
  for (const name of ['Old walnut table', 'Walnut table', 'walnut', 'Walnuts']) {
    await create(admin, 'orders', name)
  }

  const [first, ...others] = await titles(ann, 'Walnut')

  expect(first).toBe('walnut')
  expect(others.slice(0, 2).sort()).toEqual(['Walnut table', 'Walnuts'])
  expect(others.at(-1)).toBe('Old walnut table')
})

test.each([
  ['a stem', 'Delivery of running shoes', 'run shoe'],
  ['the same in Russian', 'Договоры поставки оборудования', 'договор поставка'],
  ['either ё or е', 'Ёлка зелёная', 'елка зеленая'],
  ['beginnings, while somebody is typing', 'Grand piano of Vienna', 'vien pia'],
  ['a number', 'Invoice INV-2041/77', '2041/77'],
  ['letters that changed places', 'Contact of Bartholomew', 'barhtolomew'],
  ['letters that changed places in a short word', 'Call of Petrov', 'pertov'],
  ['a beginning beside a wrong letter', 'Alexander Dobrolubov', 'alex dobrolybov'],
  ['two wrong letters', 'Order of Vasilenko', 'vesilemko'],
  ['a wrong letter', 'Visit of Kowalczyk', 'kowalchyk'],
  ['a missing letter in Russian', 'Встреча с Преображенским', 'преобраенский'],
  ['the other alphabet', 'Звонок Милорадовичу', 'miloradovich'],
  ['an accent', 'Café Straußberger', 'straussberger cafe'],
])('an item is found by %s', async (_, name, text) => {
  const id = await create(admin, 'orders', name)

  expect(await ids(ann, text)).toContain(id)
  expect(await ids(ann, `${text} nothing`)).not.toContain(id)
})

test('a short word is not taken for a longer one without two of its letters', async () => {
  await create(admin, 'orders', 'Oak door')

  expect(await titles(ann, 'договр')).not.toContain('Oak door')
})

test('a number is not taken for another one', async () => {
  await create(admin, 'orders', 'Invoice 471180')

  expect(await titles(ann, '471180')).toEqual(['Invoice 471180'])
  expect(await titles(ann, '471181')).toEqual([])
})

test('searchable fields are found, with the words around; others are not', async () => {
  const id = await create(admin, 'orders', {
    __name: 'Teak',
    note: `${'filler '.repeat(2000)} the pelican of <b>Genoa</b> flies`,
    page: '<p class="hoopoe">A <b>kingfisher</b></p>',
    client: { lastname: 'Vasquez', firstname: 'Inés', middlename: '' },
    internal: 'cormorant',
  })

  const [found] = await find(ann, 'pelicans')
  const { text = '', marks = [] } = found?.fragment ?? {}

  expect(found).toMatchObject({ kind: 'item', id, title: 'Teak', subtitle: 'Orders' })
  expect(found).toMatchObject({ namespace: 'sales', code: 'orders', titleMarks: [] })
  expect(marks.map(([start, end]) => text.slice(start, end))).toEqual(['pelican'])
  expect(text).toContain('<b>Genoa</b>')
  expect(await ids(ann, 'kingfisher')).toEqual([id])
  expect(await ids(ann, 'vasquez')).toEqual([id])
  expect(await find(ann, 'hoopoe')).toEqual([])
  expect(await find(ann, 'cormorant')).toEqual([])
})

test('a hit in a hidden field is no hit, also right after it was hidden', async () => {
  const id = await create(admin, 'orders', { __name: 'Oak', note: 'egret', margin: 'flamingo' })

  expect(await ids(ann, 'flamingo')).toEqual([id])
  expect(await ids(admin, 'oak flamingo')).toEqual([id])
  expect(await ids(bob, 'flamingo')).toEqual([])
  expect(await ids(bob, 'flaminga')).toEqual([])
  expect(await ids(bob, 'egret')).toEqual([id])

  await apply(sales(ORDERS('')))
  expect(await ids(bob, 'flamingo')).toEqual([id])
  await apply(sales(ORDERS(GUARDED)))
  expect((await ask(bob, 'flamingo')).results).toEqual([])
  expect(await ids(bob, 'egret')).toEqual([id])
  expect(await ids(bob, 'flamingo')).toEqual([])

  const renamed = ORDERS(GUARDED)
    .replaceAll('margin:', 'markup:')
    .replace('name: Margin', 'name: Margin, renamedFrom: [margin]')
  await apply(sales(renamed))
  expect((await ask(bob, 'flamingo')).results).toEqual([])
  expect(await ids(bob, 'flamingo')).toEqual([])
  expect(await ids(ann, 'flamingo')).toEqual([id])
})

test('items are found by who may read them, until they may no longer', async () => {
  const own = await create(ann, 'notes', 'Cactus of Ann')
  const other = await create(bob, 'notes', 'Cactus of Bob')
  const wages = await create(admin, 'wages', 'Cactus wages')

  expect(await ids(ann, 'cactus')).toEqual([own])
  expect(await ids(bob, 'cactus')).toEqual([other])
  expect(await ids(admin, 'cactus')).toEqual([own, other, wages].sort())
  const object = `sales/wages/${wages}`
  const input = {
    kind: 'item',
    object,
    right: 'read',
    subjectKind: 'user',
    subject: bob.id,
  } as const
  const { grant } = await as(admin).access.grant({ input })
  expect((await ask(bob, 'cactus')).total).toBe(2)
  await as(admin).access.revokeGrant({ params: { id: grant.id } })
  expect((await ask(bob, 'cactus')).results.map(({ id }) => id)).toEqual([other])
})

test('a misspelt name is found by who may read it, however many names are nearer that they may not', async () => {
  const letters = 'abcdefghijklmn'.split('')
  const nearer = letters.map((letter) => ({ __name: `Client Kost${letter}marov` }))
  await insertItems(sql, 'ws_sales.wages', nearer)
  await sql.query(`update kontor.search_kinds set is_complete = false, after = null`)
  const own = await create(ann, 'notes', 'Client Kostumerov')

  expect(await ids(ann, 'kostymarov')).toEqual([own])
  expect(await ids(bob, 'kostymarov')).toEqual([])
  expect(await titles(admin, 'client kostymarov')).not.toContain('Client Kostumerov')
})

test('deleted items are gone at once, with what was said about them; restored ones are back', async () => {
  const id = await create(admin, 'orders', 'Fern')
  const target = { namespace: 'sales', code: 'orders', id }
  await as(admin).messages.sendMessage({
    params: { ...target, target: id },
    input: { body: 'Fern needs moss' },
  })
  expect((await find(ann, 'fern')).map(({ kind }) => kind)).toEqual(['item', 'message'])

  await as(admin).apps.deleteItem({ params: target })
  expect(await ask(ann, 'fern')).toMatchObject({ results: [], total: 0 })
  await feedNow(app.platform)
  await as(admin).apps.restoreItem({ params: target })
  expect((await find(ann, 'moss')).map(({ kind }) => kind)).toEqual(['message'])
})

test('every kind is found by who may see it', async () => {
  const params = { namespace: 'sales', code: 'ask' }
  await as(ann).bpm.run({ params, input: { context: { who: [bob.id] } } })
  const { rows } = await sql.query(`select id, body ->> 'name' as name from kontor.definitions
    where kind = 'channel'`)
  const channelOf = (name: string) => rows.find((each) => each.name === name)?.id
  const post = (name: string, body: string) =>
    as(admin).messages.sendChannelMessage({ params: { channel: channelOf(name) }, input: { body } })
  const { message } = await post('Zebra news', 'A zebra is born')
  await post('Zebra board', 'A zebra costs money')
  await as(bob).messages.sendChannelComment({
    params: { channel: channelOf('Zebra news'), id: message.__id },
    input: { body: 'Long live zebras' },
  })
  const kinds = async (user: User, q: string) =>
    (await find(user, q)).map(({ kind, title }) => `${kind} ${title}`).sort()

  expect(await kinds(bob, 'zebra')).toEqual([
    'channel Zebra news',
    'comment Long live zebras',
    'instance Zebra question',
    'message A zebra is born',
    'task Check the zebra',
  ])
  const everything = await kinds(admin, 'zebra')
  expect(everything).toContain('app Wages of zebras')
  expect(everything).toContain('message A zebra costs money')
  expect(await kinds(await make.user(), 'zebra')).toEqual([
    'channel Zebra news',
    'comment Long live zebras',
    'message A zebra is born',
  ])
  expect(await kinds(ann, 'ask')).toEqual(['process Ask'])
  expect(await kinds(bob, 'ann quill')).toEqual(['user Quill Ann'])
  const { results, totals } = await ask(bob, 'zebra', { kinds: 'task,comment' })
  expect(results.map(({ kind }) => kind).sort()).toEqual(['comment', 'task'])
  expect(totals).toEqual({ task: 1, comment: 1 })
  expect((await ask(admin, 'zebra', { namespace: 'sales' })).totals).toMatchObject({ app: 1 })
})

test('pages and totals are those of what the caller may read', async () => {
  const names = Array.from({ length: 60 }, (_, at) => ({ __name: `Bobsled ${at}` }))
  await insertItems(sql, 'ws_sales.orders', names)
  await create(admin, 'wages', 'Bobsled wages')
  await sql.query(`update kontor.search_kinds set is_complete = false, after = null`)

  const first = await find(ann, 'bobsled', { size: 50 })
  const { results: rest, total, isTotalExact } = await ask(ann, 'bobsled', { from: 50, size: 50 })

  expect([total, isTotalExact]).toEqual([60, true])
  expect(new Set([...first, ...rest].map(({ id }) => id)).size).toBe(60)
  const mixed = await find(admin, 'bob', { size: 10 })
  expect(mixed).toHaveLength(10)
  expect(mixed.map(({ kind }) => kind)).toContain('user')
  const inWages = await ask(admin, 'bobsled', { namespace: 'sales', code: 'wages' })
  expect(inWages.results.map(({ title }) => title)).toEqual(['Bobsled wages'])
})

test('a place that takes too long is left out, and said so', async () => {
  await create(admin, 'orders', 'Heron')
  const heron = await make.user({ login: 'heron' })
  await feedNow(app.platform)
  await sql.query('begin; lock table ws_sales.orders in access exclusive mode')
  try {
    const { results, isPartial } = await ask(admin, 'heron')

    expect(isPartial).toBe(true)
    expect(results.map(({ id }) => id)).toEqual([heron.id])
  } finally {
    await sql.query('rollback')
  }
})

test('what cannot be looked for is refused', async () => {
  for (const q of ['', '   ', 'a'.repeat(201)]) {
    await expect(ask(admin, q)).rejects.toMatchObject({
      status: 400,
      message: expect.stringContaining('"q"'),
    })
  }
  const kinds = ask(admin, 'a', { kinds: 'item,planet' })
  await expect(kinds).rejects.toMatchObject({ status: 400 })
  await expect(ask(admin, 'a', { size: 51 })).rejects.toMatchObject({ status: 400 })
  expect(await ask(admin, `'& | ! <-> \\ :*`)).toMatchObject({ results: [], total: 0 })
})
