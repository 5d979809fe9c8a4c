import { expect, test } from 'vitest'
import { fields, rows, startSample } from '../../test/list-sample.ts'
import { fieldTypeOf } from '../fields/registry.ts'
import { readValue } from '../fields/values.ts'
import { newId } from '../lib/ids.ts'
import type { Db } from '../platform/db/db.ts'
import { name, sql } from '../platform/db/sql.ts'
import { list } from './list.ts'
import { ListRequest } from './request.ts'
import type { Source } from './source.ts'

const { ask, db, source, table, run } = await startSample()

const namesOf = async (request: Parameters<typeof ask>[0], from?: Source) =>
  (await ask(request, from)).rows.map(({ __name }) => __name).join(' ')

const all = 'first Second third fourth'
const [first, second] = rows

test('a list returns every field in the wire format', async () => {
  const answer = await ask({})

  const expected = rows.map((row) => ({
    __id: row.__id,
    ...Object.fromEntries(
      fields.map((field) => [field.code, readValue(field, row[field.code] ?? null)]),
    ),
  }))
  expect(answer).toEqual({ rows: expected, total: 4 })
})

test('every returned value matches the declared output', async () => {
  const answer = await ask({})

  for (const field of fields) {
    const output = fieldTypeOf(field.type).output(field)
    for (const row of answer.rows) expect(output.parse(row[field.code])).toEqual(row[field.code])
  }
})

test('the result is the text of a list response', async () => {
  const request = ListRequest.parse({ fields: { __name: true }, size: 1 })

  const text = (await list(db, source, request)).toText()

  expect(JSON.parse(text)).toEqual({
    result: { result: [{ __id: first?.__id, __name: 'first' }], total: 4 },
  })
})

/** Counts the statements of a list. */
const counting = (): { db: Db; count: () => number } => {
  let count = 0
  const counted: Db = {
    ...db,
    all: (query) => {
      count++
      return db.all(query)
    },
    first: (query) => {
      count++
      return db.first(query)
    },
  }
  return { db: counted, count: () => count }
}

const pages: [page: object, names: string, total: number, statements: number][] = [
  [{}, all, 4, 1],
  [{ size: 2 }, 'first Second', 4, 2],
  [{ size: 2, from: 2 }, 'third fourth', 4, 2],
  [{ size: 3, from: 2 }, 'third fourth', 4, 1],
  [{ from: 4 }, '', 4, 2],
  [{ from: 100 }, '', 4, 2],
  [{ size: 0 }, '', 4, 1],
  [{ size: -1 }, all, 4, 1],
  [{ size: 1e9 }, all, 4, 1],
  [{ filter: { tf: { __name: 'nobody' } } }, '', 0, 1],
  [{ filter: { tf: { __name: 'ir' } }, size: 1 }, 'first', 2, 2],
]

test.each(pages)(
  'the page %j has "%s" of %i in %i statements',
  async (page, names, total, needed) => {
    const counted = counting()

    const answer = await list(counted.db, source, ListRequest.parse(page))

    const answered = answer.parse<{ __name: string }>()
    expect(answered.map(({ __name }) => __name).join(' ')).toBe(names)
    expect(answer.total).toBe(total)
    expect(counted.count()).toBe(needed)
  },
)

test('active excludes deleted items', async () => {
  expect(await namesOf({ active: true })).toBe('first third fourth')
  expect(await namesOf({ active: false })).toBe(all)
})

test('ids restrict the list together with the filter', async () => {
  const ids = [second?.__id ?? '', first?.__id.toUpperCase() ?? '', newId()]

  expect(await namesOf({ ids })).toBe('first Second')
  expect(await namesOf({ ids, filter: { tf: { done: true } } })).toBe('first')
  expect(await ask({ ids: [newId()] })).toEqual({ rows: [], total: 0 })
  expect(await ask({ ids: [] })).toEqual({ rows: [], total: 0 })
})

test('statuses restrict by code and by group', async () => {
  const [fresh, done] = source.statuses ?? []

  expect(await namesOf({ statusCode: ['new'] })).toBe('first')
  expect(await namesOf({ statusCode: ['new', 'done'] })).toBe('first Second')
  expect(await namesOf({ statusCode: [] })).toBe(all)
  expect(await namesOf({ statusGroupId: done?.groupId })).toBe('Second')
  expect(await namesOf({ statusGroupId: newId() })).toBe('')
  expect(await namesOf({ statusGroupId: fresh?.groupId, statusCode: ['done'] })).toBe('')
  await expect(ask({ statusCode: ['newest'] })).rejects.toThrow('unknown status code: newest')
})

test('the fixed conditions of a source always apply', async () => {
  const restricted = { ...source, where: [sql`t.${name('__index')} > ${1}::bigint`] }

  expect(await ask({ filter: { or: [{}, {}] } }, restricted)).toMatchObject({ total: 3 })
  expect(await namesOf({ ids: [first?.__id ?? ''] }, restricted)).toBe('')
  expect(await ask({ size: 0 }, restricted)).toMatchObject({ total: 3 })
})

const sorts: [field: string, ascending: boolean | undefined, names: string][] = [
  ['__name', true, 'first fourth Second third'],
  ['__name', false, 'third Second fourth first'],
  ['__name', undefined, 'third Second fourth first'],
  ['count', true, 'Second first third fourth'],
  ['count', false, 'first Second third fourth'],
  ['rate', true, 'first Second third fourth'],
  ['at', false, 'Second first third fourth'],
  ['day', true, 'Second first third fourth'],
  ['clock', true, 'Second first third fourth'],
  ['done', true, 'Second first third fourth'],
  ['price', true, all],
  ['price.currency', false, 'Second first third fourth'],
  ['person', true, 'third Second first fourth'],
  ['person.middlename', true, 'first third Second fourth'],
  ['__status', false, 'Second first third fourth'],
  ['__id', false, 'fourth third Second first'],
  ['__createdBy', true, all],
]

test.each(sorts)('sorted by %s (ascending: %s) they are %s', async (field, ascending, names) => {
  const sort = ascending === undefined ? { field } : { field, ascending }

  expect(await namesOf({ sortExpressions: [sort] })).toBe(names)
})

test('several sort keys apply in order', async () => {
  const sortExpressions = [
    { field: 'price', ascending: true },
    { field: '__name', ascending: false },
  ]

  expect(await namesOf({ sortExpressions })).toBe('Second first third fourth')
})

test('pages of rows with equal sort keys never overlap', async () => {
  const sortExpressions = [{ field: 'done', ascending: true }]
  const names: string[] = []
  for (const from of [0, 1, 2, 3]) names.push(await namesOf({ sortExpressions, from, size: 1 }))

  expect(names.join(' ')).toBe('Second first third fourth')
})

test.each(['colour', 'owners', 'phone', 'lines', 'extra', 'about'])(
  'sorting by %s is refused',
  async (field) => {
    const call = ask({ sortExpressions: [{ field }] })

    await expect(call).rejects.toThrow(`cannot sort by "${field}"`)
  },
)

test('sorting by an unknown field is refused', async () => {
  await expect(ask({ sortExpressions: [{ field: 'nothing' }] })).rejects.toThrow(
    'unknown field "nothing"',
  )
})

const codesOf = async (projection: Record<string, unknown>) => {
  const { rows } = await ask({ fields: projection, size: 1 })
  return Object.keys(rows[0] ?? {})
}
const every = ['__id', ...fields.map(({ code }) => code)]

test('fields select what is returned, and the id always is', async () => {
  expect(await codesOf({})).toEqual(every)
  expect(await codesOf({ '*': true })).toEqual(every)
  expect(await codesOf({ '*': true, text: false, __id: false })).toEqual(
    every.filter((code) => code !== 'text'),
  )
  expect(await codesOf({ text: true, count: true, nothing: true })).toEqual([
    '__id',
    'text',
    'count',
  ])
  expect(await codesOf({ '*': false })).toEqual(['__id'])
  expect(await codesOf({ text: false })).toEqual(['__id'])
})

test('a rule for nested fields keeps the ids if they cannot be expanded', async () => {
  const { rows } = await ask({ fields: { deals: { '*': true } }, size: 1 })

  expect(rows).toEqual([{ __id: first?.__id, deals: first?.deals }])
})

test('a rule of another shape is refused', async () => {
  await expect(ask({ fields: { text: 'yes' } })).rejects.toThrow(
    'fields.text: expected true, false or an object, received string',
  )
})

test('times are compared to the second, as they are shown', async () => {
  const id = newId()
  await table.insert({ __name: 'fraction', at: '2020-01-01T00:00:00Z' }, id)
  await run(sql`update ${table.name} set at = at + interval '0.7 seconds' where id = ${id}`)
  const second = '2020-01-01T00:00:00Z'

  const eq = { eq: [{ field: 'at' }, { const: second }] }
  expect(await namesOf({ ids: [id], filter: eq })).toBe('fraction')
  const inside = { tf: { at: { min: second, max: second } } }
  expect(await namesOf({ ids: [id], filter: inside })).toBe('fraction')
  const after = { gt: [{ field: 'at' }, { const: second }] }
  expect(await namesOf({ ids: [id], filter: after })).toBe('')
  await run(sql`delete from ${table.name} where id = ${id}`)
})
