import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { field } from '../../test/field-table.ts'
import { ANN, DEAL, fields, startSample, withIndexes } from '../../test/list-sample.ts'
import { compile } from '../lists/query.ts'
import { ListRequest } from '../lists/request.ts'
import { name, raw, sql } from '../platform/db/sql.ts'
import type { Index } from './field-type.ts'
import { linkPlacesOf } from './link-places.ts'
import { canBeUnique, fieldTypeOf } from './registry.ts'

const { run, table, source } = await startSample()

const makeIndex = (called: string, { method, expression }: Index) =>
  run(sql`create index ${name(called)} on ${table.name} using ${raw(method)} (${expression})`)

/** In CREATE INDEX columns have no table before them. */
const plain = (code: string) => (suffix: string) => name(code + suffix)

const indexed = fields.filter(({ type }) => fieldTypeOf(type).index)
for (const each of indexed) {
  const index = fieldTypeOf(each.type).index?.(plain(each.code), each)
  if (index) await makeIndex(`i_${each.code}`, index)
}
const inCells = fields.flatMap(linkPlacesOf).filter(({ column }) => column)
for (const { field: of, column, index } of inCells) {
  await makeIndex(`c_${column?.code}`, index(plain(of.code)))
}
const searchable = fields.filter(({ type }) => fieldTypeOf(type).searchIndex)
for (const each of searchable) {
  const index = fieldTypeOf(each.type).searchIndex?.(plain(each.code), each)
  if (index) await makeIndex(`s_${each.code}`, index)
}
// Four rows are read faster without an index, so the planner is told not to.
await run(sql`set enable_seqscan = off`)

async function planOf(request: object, of: 'page' | 'count'): Promise<string> {
  const query = (await compile(withIndexes(source), ListRequest.parse(request)))[of]
  return JSON.stringify(await run(sql`explain ${query}`))
}

const f = (code: string) => ({ field: code })
const filters: [filter: object, index: string][] = [
  [{ eq: [f('text'), { const: 'x' }] }, 'i_text'],
  [{ in: [f('text'), { list: ['x', 'y'] }] }, 'i_text'],
  [{ gt: [f('text'), { const: 'x' }] }, 'i_text'],
  [{ tf: { text: 'xyz' } }, 's_text'],
  [{ like: [f('text'), { const: 'xyz%abc' }] }, 's_text'],
  [{ tf: { count: { min: 5, max: 2 ** 63 } } }, 'i_count'],
  [{ in: [f('count'), { list: [5] }] }, 'i_count'],
  [{ tf: { rate: { min: 5 } } }, 'i_rate'],
  [{ tf: { at: { min: '2026-03-02' } } }, 'i_at'],
  [{ eq: [f('at'), { const: '2026-03-02' }] }, 'i_at'],
  [{ tf: { day: { max: '2026-03-02' } } }, 'i_day'],
  [{ tf: { clock: { max: '10:00' } } }, 'i_clock'],
  [{ tf: { spent: { max: 5 } } }, 'i_spent'],
  [{ tf: { done: true } }, 'i_done'],
  [{ tf: { price: { min: 5 } } }, 'i_price'],
  [{ tf: { colour: 'red' } }, 'i_colour'],
  [{ eq: [f('colour'), { const: 'red' }] }, 'i_colour'],
  [{ tf: { deals: [DEAL] } }, 'i_deals'],
  [{ link: [f('deals'), { list: [DEAL] }] }, 'i_deals'],
  [{ tf: { owners: ANN } }, 'i_owners'],
  [{ tf: { files: [DEAL] } }, 'i_files'],
  [{ tf: { about: [{ namespace: 'crm', code: 'deals' }] } }, 'i_about'],
  [{ tf: { 'lines.deal': [DEAL] } }, 'c_deal'],
  [{ eq: [f('lines.deal'), { const: DEAL }] }, 'c_deal'],
  [{ tf: { 'lines.of': [{ namespace: 'crm', code: 'deals', id: DEAL }] } }, 'c_of'],
  [{ tf: { roles: [ANN] } }, 'i_roles'],
  [{ tf: { email: 'firm' } }, '_email'],
  [{ eq: [f('email'), { const: 'bob@firm.example' }] }, '_email'],
  [{ in: [f('email'), { list: ['bob@firm.example', 'ann@firm.example'] }] }, '_email'],
  [{ tf: { phone: '555' } }, '_phone'],
  [{ tf: { account: 'bob' } }, '_account'],
  [{ tf: { person: 'lind' } }, 's_person'],
  [{ eq: [f('person'), { const: 'Lind Maria' }] }, 'i_person'],
  [{ tf: { __status: [1] } }, 'i___status'],
  [{ tf: { __createdBy: ANN } }, 'i___createdBy'],
]

test.each(filters)('%j uses an index', async (filter, index) => {
  expect(await planOf({ filter }, 'count')).toContain(index)
})

test.each(['text', 'count', 'at', 'person', 'price', '__name', '__status'])(
  'sorting by %s uses an index in both directions',
  async (code) => {
    for (const ascending of [true, false]) {
      const plan = await planOf({ sortExpressions: [{ field: code, ascending }], size: 1 }, 'page')
      expect(plan).toContain(`Index Scan ${ascending ? '' : 'Backward '}using i_${code}`)
    }
  },
)

test('texts of any length fit the indexes and are told apart', async () => {
  const long = randomBytes(50_000).toString('base64')
  const id = await table.insert({ __name: 'long', text: `${long}1`, site: 'x'.repeat(8000) })
  await table.insert({ __name: 'other', text: `${long}2` })
  const filters = [
    { eq: [f('text'), { const: `${long}1` }] },
    { in: [f('text'), { list: [`${long}1`, `${long}3`] }] },
  ]

  for (const filter of filters) {
    const request = ListRequest.parse({ filter, fields: { __name: true } })
    const { page } = await compile(source, request)
    expect(await run(page)).toEqual([{ row: `{"__id":"${id}","__name":"long"}` }])
  }
})

test('unique tells long texts apart by their end, and lets the empty text repeat', async () => {
  const code = 'text'
  const key = fieldTypeOf('STRING').uniqueKey?.(plain(code), field('STRING'))
  await run(sql`create unique index on ${table.name} ((${key}))`)
  const long = randomBytes(5000).toString('base64')

  await table.insert({ text: `${long}1` })
  await table.insert({ text: `${long}2` })
  await table.insert({ text: '' })

  await expect(table.insert({ text: `${long}1` })).rejects.toThrow('duplicate key')
})

test('only single values can be unique', () => {
  const types = ['STRING', 'LINK', 'INTEGER', 'FLOAT', 'DATETIME', 'DURATION', 'ID']
  const all = ['BOOLEAN', 'CATEGORY', 'MONEY', 'PHONE', 'SYS_USER', 'TABLE', 'JSON', 'FULL_NAME']

  expect(types.filter(canBeUnique)).toEqual(types)
  expect(all.filter(canBeUnique)).toEqual([])
})

test('a unique key is an expression that an index takes', async () => {
  for (const each of fields) {
    const key = fieldTypeOf(each.type).uniqueKey?.(plain(each.code), each)
    if (key) await run(sql`create index on ${table.name} ((${key}))`)
  }
})
