import { expect, test } from 'vitest'
import { diagram, flow } from '../../../test/process.ts'
import { insertItems, solution, startSolutions } from '../../../test/solution.ts'

const { as, admin, make, apply, sql } = await startSolutions()
const ann = await make.user({ login: 'ann', lastName: 'Quill', firstName: 'Ann' })
const bob = await make.user({ login: 'bob', lastName: 'Burr', firstName: 'Bob' })

const ASK = diagram(`<startEvent id="start" />
  <userTask id="check" name="Check the zebra" kontor:performer="variable:who" /><endEvent id="end" />
  ${flow('start -> check -> end')}`)

await apply(
  solution('sales', {
    'workspaces/sales/workspace.yaml': 'name: Sales\n',
    'workspaces/sales/apps/orders.yaml': 'name: Orders\nrights: { user:ann: [read, create] }\n',
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
  }),
)
const create = async (user: { token: string }, code: string, __name: string) => {
  const params = { namespace: 'sales', code }
  const { item } = await as(user).apps.createItem({ params, input: { context: { __name } } })
  return String(item.__id)
}
const find = async (user: { token: string }, q: string, size?: number) =>
  (await as(user).workplace.search({ input: { q, ...(size && { size }) } })).results
const titles = async (user: { token: string }, q: string) =>
  (await find(user, q)).map(({ title }) => title)

test('what is called so comes first, then what begins so, then what has it inside', async () => {
  for (const name of ['Old walnut table', 'Walnut table', 'walnut', 'Walnuts']) {
    await create(admin, 'orders', name)
  }

  const found = await titles(ann, 'Walnut')

  expect(found).toEqual(['walnut', 'Walnut table', 'Walnuts', 'Old walnut table'])
})

test('an item tells what it is and where', async () => {
  const id = await create(admin, 'orders', 'Larch 50% off_now')

  expect(await find(ann, '50% off_')).toEqual([
    {
      kind: 'item',
      id,
      title: 'Larch 50% off_now',
      subtitle: 'Orders',
      namespace: 'sales',
      code: 'orders',
    },
  ])
  expect(await find(ann, '5_% off')).toEqual([])
})

test('every word must be there, in any order; short ones begin a word', async () => {
  await create(admin, 'orders', 'Grand piano of Vienna')

  expect(await titles(ann, 'vienna PIANO')).toEqual(['Grand piano of Vienna'])
  expect(await titles(ann, 'piano rome')).toEqual([])
  expect(await titles(ann, 'gr')).toEqual(['Grand piano of Vienna'])
  expect(await titles(ann, 'vi')).toEqual(['Grand piano of Vienna'])
  expect(await titles(ann, 'ia')).toEqual([])
})

test('items are found by who may read them', async () => {
  const own = await create(ann, 'notes', 'Cactus of Ann')
  const other = await create(bob, 'notes', 'Cactus of Bob')
  const wages = await create(admin, 'wages', 'Cactus wages')
  const ids = async (user: { token: string }) => (await find(user, 'cactus')).map(({ id }) => id)

  expect(await ids(ann)).toEqual([own])
  expect(await ids(bob)).toEqual([other])
  expect((await ids(admin)).sort()).toEqual([own, other, wages].sort())
  const object = `sales/wages/${wages}`
  const input = {
    kind: 'item',
    object,
    right: 'read',
    subjectKind: 'user',
    subject: bob.id,
  } as const
  await as(admin).access.grant({ input })
  expect((await ids(bob)).sort()).toEqual([other, wages].sort())
})

test('deleted items are not found', async () => {
  const id = await create(admin, 'orders', 'Fern')
  await as(admin).apps.deleteItem({ params: { namespace: 'sales', code: 'orders', id } })

  expect(await titles(admin, 'fern')).toEqual([])
})

test('apps, processes, channels, people, tasks and instances are found by who may see them', async () => {
  const params = { namespace: 'sales', code: 'ask' }
  await as(ann).bpm.run({ params, input: { context: { who: [bob.id] } } })
  const kinds = async (user: { token: string }, q: string) =>
    (await find(user, q)).map(({ kind, title }) => `${kind} ${title}`).sort()

  expect(await kinds(bob, 'zebra')).toEqual([
    'channel Zebra news',
    'instance Zebra question',
    'task Check the zebra',
  ])
  expect(await kinds(admin, 'zebra')).toContain('app Wages of zebras')
  expect(await kinds(admin, 'zebra')).toContain('channel Zebra board')
  expect(await kinds(await make.user(), 'zebra')).toEqual(['channel Zebra news'])
  expect(await kinds(ann, 'ask')).toEqual(['process Ask'])
  expect(await kinds(bob, 'ann quill')).toEqual(['user Quill Ann'])
})

test('files are found by who may read them', async () => {
  const data = new FormData()
  data.append('file', new Blob(['reed']), 'papyrus.txt')
  const upload = { params: { id: ann.id }, input: {}, file: data }
  const { file } = await as(ann).disk.uploadToDirectory(upload)

  const [found, ...others] = await find(ann, 'papyrus')

  expect(others).toEqual([])
  expect(found).toMatchObject({ kind: 'file', id: file?.__id, title: 'papyrus.txt' })
  expect(await find(bob, 'papyrus')).toEqual([])
})

test('a place that takes too long is left out, and said so', async () => {
  await create(admin, 'orders', 'Heron')
  await create(admin, 'wages', 'Heron wages')
  await sql.query('begin; lock table ws_sales.orders in access exclusive mode')
  try {
    const { results, isPartial } = await as(admin).workplace.search({ input: { q: 'heron' } })

    expect(isPartial).toBe(true)
    expect(results.map(({ title }) => title)).toEqual(['Heron wages'])
  } finally {
    await sql.query('rollback')
  }
})

test('no kind crowds the others out, and no more are answered than wanted', async () => {
  const names = Array.from({ length: 60 }, (_, at) => ({ __name: `Bobsled ${at}` }))
  await insertItems(sql, 'ws_sales.orders', names)

  const found = await find(admin, 'bob', 10)

  expect(found).toHaveLength(10)
  expect(found.map(({ kind }) => kind)).toContain('user')
  expect(await find(admin, 'bobsled')).toHaveLength(20)
  expect(await find(admin, 'bobsled', 50)).toHaveLength(50)
})

test('nothing to look for is refused', async () => {
  for (const q of ['', '   ', 'a'.repeat(201)]) {
    await expect(find(admin, q)).rejects.toMatchObject({
      status: 400,
      message: expect.stringContaining('"q"'),
    })
  }
  const call = as(admin).workplace.search({ input: { q: 'a', size: 51 } })
  await expect(call).rejects.toMatchObject({ status: 400 })
})
