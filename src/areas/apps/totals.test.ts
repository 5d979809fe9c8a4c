import { afterAll, expect, test } from 'vitest'
import { startApp } from '../../../test/app.ts'
import { appSolution, insertItems } from '../../../test/solution.ts'
import { aggregate } from '../../lists/aggregate.ts'
import { AggregateRequest } from '../../lists/aggregate-request.ts'
import { list } from '../../lists/list.ts'
import { ListRequest } from '../../lists/request.ts'
import { type Source, sourceColumns } from '../../lists/source.ts'
import { connectClient, type Db, makeDb } from '../../platform/db/db.ts'
import { name, raw } from '../../platform/db/sql.ts'

const { app, as, admin, make, connection } = await startApp()
const { apps, solutions, access } = as(admin)
const [sql, other] = await Promise.all([connectClient(connection), connectClient(connection)])

let number = 0
/** An app of its own for each test. */
async function makeApp() {
  const code = `counted${++number}`
  const yaml = 'name: Counted\nfields:\n  size: { name: Size, type: INTEGER }\n'
  await solutions.apply({ input: { files: appSolution(code, 'items', yaml) } })
  const table = `"ws_${code}"."items"`
  const params = { namespace: code, code: 'items' }
  const total = async (input: object = {}, user = admin) =>
    (await as(user).apps.listItems({ params, input: { ...input, size: 0 } })).result.total
  return { params, table, total, insert: (count: number) => insertItems(sql, table, ones(count)) }
}
const ones = (count: number) => Array.from({ length: count }, () => ({ size: 1 }))

/** The same asked of PostgreSQL. */
const counted = async (table: string) => {
  const { rows } = await sql.query(
    `select count(*)::int as items, (count(*) filter (where "__deletedAt" is null))::int as live from ${table}`,
  )
  return rows[0]
}

test('what is written one by one is counted', async () => {
  const { params, total } = await makeApp()
  expect(await total()).toBe(0)

  for (let at = 0; at < 3; at++) await apps.createItem({ params })

  expect(await total()).toBe(3)
})

test('deleted items count where they are shown', async () => {
  const { params, total } = await makeApp()
  const { item } = await apps.createItem({ params })
  await apps.createItem({ params })

  await apps.deleteItem({ params: { ...params, id: item.__id } })
  expect([await total(), await total({ active: true })]).toEqual([2, 1])

  await apps.restoreItem({ params: { ...params, id: item.__id } })
  expect([await total(), await total({ active: true })]).toEqual([2, 2])
})

test('statements over many rows, deletion and emptying are counted', async () => {
  const { table, total, insert } = await makeApp()
  await insert(10)
  await sql.query(`insert into ${table} ("__id", "__createdAt", "__createdBy", "__updatedAt", "__updatedBy")
    select gen_random_uuid(), now(), gen_random_uuid(), now(), gen_random_uuid() from generate_series(1, 500)`)
  await sql.query(`update ${table} set "__deletedAt" = now() where "__index" % 2 = 0`)
  await sql.query(`delete from ${table} where "__index" % 5 = 0`)

  const { items, live } = await counted(table)
  expect([await total(), await total({ active: true })]).toEqual([items, live])

  await sql.query(`truncate ${table}`)
  expect([await total(), await total({ active: true })]).toEqual([0, 0])
})

test('what is not committed does not count for others, and never when it is undone', async () => {
  const { table, total, insert } = await makeApp()
  await insert(2)
  await sql.query('begin')
  await insert(5)
  expect(await total()).toBe(2)

  await sql.query('rollback')

  expect([await total(), await counted(table)]).toEqual([2, { items: 2, live: 2 }])
})

test('writers do not wait for each other, and nothing is lost when counts are added up', async () => {
  const { table, total, insert } = await makeApp()
  const app = table.replaceAll('"', '')
  await insert(5)
  await sql.query('begin')
  await other.query('begin')
  await insert(3)
  await insertItems(other, table, ones(4))
  await sql.query('select kontor.add_up_items($1)', [app])
  await other.query('select kontor.add_up_items($1)', [app])
  await other.query('commit')
  expect(await total()).toBe(9)
  await sql.query('commit')
  expect(await total()).toBe(12)

  await sql.query('select kontor.add_up_items($1)', [app])
  const { rows } = await sql.query('select items, live from kontor.item_counts where app = $1', [
    app,
  ])

  expect(rows).toEqual([{ items: 12, live: 12 }])
  expect(await total()).toBe(12)
})

test('totals of filters are counted again after every change', async () => {
  const { table, total, insert } = await makeApp()
  const wanted = { filter: { tf: { size: { min: 1, max: 1 } } } }
  await insert(4)
  expect([await total(wanted), await total(wanted)]).toEqual([4, 4])

  await sql.query(`update ${table} set size = 2 where "__index" = 1`)
  expect([await total(wanted), await total(wanted)]).toEqual([3, 3])

  await sql.query(`select kontor.add_up_items($1)`, [table.replaceAll('"', '')])
  expect(await total(wanted)).toBe(3)
})

test('a change that commits late makes remembered totals old', async () => {
  const { table, total, insert } = await makeApp()
  const wanted = { filter: { tf: { size: { min: 1, max: 1 } } } }
  await sql.query('begin')
  await insert(1)
  await insertItems(other, table, ones(2))
  expect(await total(wanted)).toBe(2)

  await sql.query('commit')

  expect(await total(wanted)).toBe(3)
})

const ONES = { filter: { tf: { size: { min: 1, max: 1 } } } }
const SHARED: [name: string, RegExp, (db: Db, source: Source) => Promise<number | null>][] = [
  [
    'count',
    /^select count\(\*\) as total/,
    async (db, source) => (await list(db, source, ListRequest.parse({ size: 0, ...ONES }))).total,
  ],
  [
    'grouping',
    /^\s*with t as/,
    async (db, source) => {
      const request = AggregateRequest.parse({ ...ONES, groupBy: [{ field: 'size' }] })
      return Number((await aggregate(db, source, request, new Date())).groups[0]?.values[0])
    },
  ],
]

test.each(SHARED)(
  'those who ask at once share one %s, but not with a transaction',
  async (_, isIt, ask) => {
    const { table, insert } = await makeApp()
    await insert(4)
    const [schema = '', code = ''] = table.replaceAll('"', '').split('.')
    const source: Source = {
      table: name(schema, code),
      columns: sourceColumns([
        ['__id', 'ID', '__id'],
        ['__createdAt', 'DATETIME', '__createdAt'],
        ['__deletedAt', 'DATETIME', '__deletedAt'],
        ['size', 'INTEGER', 'size'],
      ]),
      where: [],
      order: [{ field: '__createdAt', ascending: true }],
      counts: `${schema}.${code}`,
    }
    let counts = 0
    const dbOf = (inTransaction: boolean) =>
      makeDb((query) => {
        if (isIt.test(query.text)) counts++
        return app.platform.pool.query(query)
      }, inTransaction)
    const askAtOnce = async (inTransaction: boolean, from = source) => {
      counts = 0
      const db = dbOf(inTransaction)
      const answers = await Promise.all(Array.from({ length: 8 }, () => ask(db, from)))
      return { counts, answers: [...new Set(answers)] }
    }

    expect(await askAtOnce(false)).toEqual({ counts: 1, answers: [4] })
    expect(await askAtOnce(false)).toEqual({ counts: 0, answers: [4] })
    expect(await askAtOnce(true)).toEqual({ counts: 8, answers: [4] })
    // Who may see which rows changes without a change of the rows.
    expect(await askAtOnce(false, { ...source, where: [raw('true')] })).toMatchObject({ counts: 8 })
    await insert(1)
    expect(await askAtOnce(false)).toEqual({ counts: 1, answers: [5] })
  },
)

test('what depends on another app is computed again, though nothing changed here', async () => {
  const [here, there] = [await makeApp(), await makeApp()]
  await here.insert(3)
  const query = `Count(select [__id] from [${there.params.namespace}.items]) = 1`
  const filter = { eql: { query } }
  const counted = async () => {
    const groupBy = [{ field: 'size' }]
    const { groups } = await apps.aggregate({ params: here.params, input: { filter, groupBy } })
    return [await here.total({ filter }), groups.length]
  }
  expect(await counted()).toEqual([0, 0])

  await there.insert(1)

  expect(await counted()).toEqual([3, 1])
})

test('large answers are computed for whoever asks, and not kept', async () => {
  const code = `counted${++number}`
  const yaml = 'name: Long\nfields:\n  text: { name: Text, type: STRING }\n'
  await solutions.apply({ input: { files: appSolution(code, 'items', yaml) } })
  const table = name(`ws_${code}`, 'items')
  const source: Source = {
    table,
    columns: sourceColumns([
      ['__deletedAt', 'DATETIME', '__deletedAt'],
      ['text', 'STRING', 'text'],
    ]),
    where: [],
    order: [],
    counts: `ws_${code}.items`,
  }
  let asked = 0
  const db = makeDb((query) => {
    if (/^\s*with t as/.test(query.text)) asked++
    return app.platform.pool.query(query)
  }, false)
  const group = () =>
    aggregate(db, source, AggregateRequest.parse({ groupBy: [{ field: 'text' }] }), new Date())
  const insert = (text: string) => insertItems(sql, `"ws_${code}"."items"`, [{ text }])

  await insert('short')
  await group()
  await group()
  expect(asked).toBe(1)

  await insert('long'.repeat(10_000))
  await group()
  await group()
  expect(asked).toBe(3)
})

test('who may see only some rows has those counted', async () => {
  const { params, total } = await makeApp()
  const ann = await make.user()
  const { item } = await apps.createItem({ params })
  await apps.createItem({ params })
  expect(await total({}, ann)).toBe(0)

  await access.grant({
    input: {
      kind: 'item',
      object: `${params.namespace}/items/${item.__id}`,
      right: 'read',
      subjectKind: 'user',
      subject: ann.id,
    },
  })

  expect([await total({}, ann), await total()]).toEqual([1, 2])
})

afterAll(() => Promise.all([sql.end(), other.end()]))
