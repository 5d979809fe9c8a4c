import { afterAll, expect, test } from 'vitest'
import { startApp } from '../../../test/app.ts'
import { feedNow } from '../../../test/search.ts'
import { solution } from '../../../test/solution.ts'
import { allKinds } from '../../app/kinds.ts'
import { connectClient } from '../../platform/db/db.ts'
import { isSearched } from './objects.ts'
import { saveEntries } from './store/entries.ts'

/** Of three connections searches get one. */
const environment = { KONTOR_DATABASE_POOL: '3' }
const { app, as, admin, make, connection, request } = await startApp({ environment })
const sql = await connectClient(connection)
afterAll(() => sql.end())
const [ann, bob, cat] = [await make.user(), await make.user(), await make.user()]
const NOTES = 'name: Notes\nrights: { role:author: [read, delete] }\n'
const files = solution('sales', { 'workspaces/sales/apps/notes.yaml': NOTES })
await as(admin).solutions.apply({ input: { files } })
await feedNow(app.platform)
/** More than are looked up by a word. Ann's three and Bob's 3,500 are the oldest; Cat's are everywhere else. */
await sql.query(
  `insert into ws_sales.notes ("__id", "__name", "__createdAt", "__createdBy", "__updatedAt", "__updatedBy")
  select ('00000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid,
    case when n = 1 then 'Walrus' else 'Piano' end || ' maintenance ' || n, now(),
    case when n <= 3 then $1::uuid when n <= 3503 then $2 when n % 6 = 0 then $3
      else gen_random_uuid() end, now(), $1
  from generate_series(1, 24000) n`,
  [ann.id, bob.id, cat.id],
)
await make.asSystem(async (ctx) => {
  const kind = (await allKinds.listReadable(ctx)).find(({ name }) => name === 'item:sales/notes')
  const { rows } = await sql.query<{ id: string }>('select "__id" as id from ws_sales.notes')
  const ids = rows.map(({ id }) => id)
  if (kind && isSearched(kind)) await saveEntries(ctx.db, kind, ids)
})
await sql.query('analyze kontor.search_entries')

const find = async (user: { token: string }, q: string) => {
  const { results, ...said } = await as(user).search.find({ input: { q } })
  return { ...said, titles: results.map(({ title }) => title) }
}

test('a word that everything has is found in what is new, and the answer says that there is more', async () => {
  for (const q of ['maintenance', 'main', 'piano maintenance', 'maintenence']) {
    const found = await find(admin, q)
    expect(found).toMatchObject({ isTotalExact: false, isPartial: false })
    expect(found.titles).toHaveLength(20)
    expect(found.total).toBeGreaterThan(100)
  }
})

test('who may read few finds all of it, and nothing else', async () => {
  for (const q of ['maintenance', 'maintenence']) {
    const found = await find(ann, q)
    expect(found).toMatchObject({ total: 3, isTotalExact: true, isPartial: false })
    expect(found.titles.toSorted()).toEqual([
      'Piano maintenance 2',
      'Piano maintenance 3',
      'Walrus maintenance 1',
    ])
  }
})

test('a table that cannot be read in time hides nothing of others, and the answer says so', async () => {
  await sql.query('begin; lock table kontor.files in access exclusive mode')
  try {
    const found = await find(ann, 'main')
    expect(found.titles).toHaveLength(3)
    expect(found).toMatchObject({ isTotalExact: false, isPartial: true })
  } finally {
    await sql.query('rollback')
  }
})

test('who may read a part finds the newest of it, and nothing else', async () => {
  const { titles, isTotalExact } = await find(cat, 'main')

  expect(isTotalExact).toBe(false)
  expect(titles).toHaveLength(20)
  expect(titles.every((title) => Number(title.split(' ')[2]) % 6 === 0)).toBe(true)
})

test('what is older than what is looked through is found by the whole word', async () => {
  const { titles, isTotalExact } = await find(bob, 'maintenance')

  expect(isTotalExact).toBe(false)
  expect(titles).toHaveLength(20)
  expect(titles.every((title) => Number(title.split(' ')[2]) <= 3503)).toBe(true)
})

test('beside a rare word it is only compared, and the total is exact', async () => {
  const found = { total: 1, isTotalExact: true, titles: ['Walrus maintenance 1'] }
  for (const user of [admin, ann]) expect(await find(user, 'walrus main')).toMatchObject(found)
  expect(await find(bob, 'walrus main')).toMatchObject({ total: 0, titles: [] })
})

/**
 * Asks while no search can end, and looks when the first is refused; answers how many were not. A
 * search gives up after a second, so that on a slow machine a few more are taken while the others come.
 */
async function askHeld(
  users: readonly { token: string }[],
  look: (refused: Response) => Promise<void>,
) {
  await sql.query('begin; lock table kontor.search_entries in access exclusive mode')
  try {
    const refused: Response[] = []
    const all = users.map(async ({ token }) => {
      const headers = { authorization: `Bearer ${token}` }
      const answer = await request('/manage/v1/search?q=walrus&kinds=item', { headers })
      if (answer.status === 429) refused.push(answer)
      return answer
    })
    await expect.poll(() => refused.length).toBeGreaterThan(0)
    for (const first of refused.slice(0, 1)) await look(first)
    await sql.query('rollback')
    const answers = await Promise.all(all)
    return answers.filter(({ status }) => status === 200).length
  } finally {
    await sql.query('rollback')
  }
}

test('searches leave connections for others, wait for each other, and are refused if too many wait', async () => {
  const people = await Promise.all(Array.from({ length: 15 }, () => make.user()))
  const tenOfEach = people.flatMap((each) => Array.from({ length: 10 }, () => each))

  const answered = await askHeld(tenOfEach, async (refused) => {
    expect(refused.headers.get('retry-after')).toBe('1')
    expect(await refused.json()).toMatchObject({
      detail: expect.stringContaining('too many searches wait already: 100'),
    })
    const waiting = `select 1 from pg_locks where not granted
      and database = (select oid from pg_database where datname = current_database())
      and relation = 'kontor.search_entries'::regclass`
    await expect.poll(async () => (await sql.query(waiting)).rows.length).toBe(1)
    expect((await as(ann).users.getProfile()).user.id).toBe(ann.id)
    expect((await as(admin).workplace.team({ input: {} })).whose).toBe('everybody')
  })

  expect(answered).toBeGreaterThan(80)
  expect(answered).toBeLessThan(125)
})

test('of one person one search runs and twenty wait: the others are refused', async () => {
  const answered = await askHeld(
    Array.from({ length: 40 }, () => ann),
    async (refused) => {
      expect(await refused.json()).toMatchObject({
        detail: expect.stringContaining('too many of your searches wait already: 20'),
      })
    },
  )

  expect(answered).toBeGreaterThan(15)
  expect(answered).toBeLessThan(30)
})
