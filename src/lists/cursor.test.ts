import { expect, test } from 'vitest'
import { type Row, rows, startSample, withIndexes } from '../../test/list-sample.ts'
import { newId } from '../lib/ids.ts'
import { name, sql } from '../platform/db/sql.ts'

const { ask, source, table, run } = await startSample()
const order = [{ field: 'count', ascending: true }]
const names = (page: { rows: Row[] }) => page.rows.map((row) => row.__name)

test('a list paged by cursor returns the cursor of the next page', async () => {
  const first = await ask({ after: '', size: 3 })
  const last = await ask({ after: first.after, size: 3 })

  expect([first, last].map(names)).toEqual([['first', 'Second', 'third'], ['fourth']])
  expect([first.total, last.total]).toEqual([4, 4])
  expect(last.after).toBeNull()
})

test('a response without a cursor is unchanged', async () => {
  expect(await ask({ size: 3 })).not.toHaveProperty('after')
})

test('a cursor stays valid when its row is deleted and others are added', async () => {
  const { after } = await ask({ after: '', size: 1, sortExpressions: order })
  const id = newId()
  await table.insert({ __name: 'new', count: 0 }, id)
  await run(sql`update ${table.name} set count = 100 where ${name('__name')} = 'Second'`)

  const next = await ask({ after, sortExpressions: order })

  expect(names(next)).toEqual(['new', 'first', 'Second', 'third', 'fourth'])
  await run(sql`delete from ${table.name} where id = ${id}`)
  await run(sql`update ${table.name} set count = -3 where ${name('__name')} = 'Second'`)
})

test('the total is not counted unless requested', async () => {
  expect(await ask({ total: false, size: 1 })).toMatchObject({ total: null })
  expect(await ask({ total: false })).toMatchObject({ total: null })
})

test('keys that are never null are compared as one row, so that an index can be used', async () => {
  const always = (code: string) => {
    const column = source.columns.get(code)
    if (!column) throw new Error(`the sample has ${code}`)
    return [code, { ...column, hasAlways: true }] as const
  }
  const from = {
    ...source,
    columns: new Map([...source.columns, always('__createdAt'), always('__id')]),
  }

  const first = await ask({ after: '', size: 2 }, from)
  const last = await ask({ after: first.after, size: 2 }, from)

  expect([...names(first), ...names(last)]).toEqual(rows.map((row) => row.__name))
})

const made = (values: unknown, mark = '') =>
  Buffer.from(`${mark}${JSON.stringify(values)}`).toString('base64url')

test.each(['x', 'undefined', made([]), made(['1', '2']), made({}), '%', '\u0000'])(
  'the cursor %j is refused',
  async (after) => {
    await expect(ask({ after })).rejects.toThrow('after: expected the `after` of a previous answer')
  },
)

test('a cursor of another order is refused', async () => {
  const { after } = await ask({ after: '', size: 1 })

  await expect(ask({ after, sortExpressions: order })).rejects.toThrow('same list and sort order')
})

test('a cursor cannot be combined with from', async () => {
  await expect(ask({ after: '', from: 1 })).rejects.toThrow('from: cannot be combined with after')
})

test('rows without a value come last in both directions, unless they are to be first', async () => {
  const id = newId()
  await table.insert({ __name: 'none', count: null }, id)
  const sorted = async (sort: object, from = source) =>
    names(await ask({ sortExpressions: [{ field: 'count', ...sort }], size: -1 }, from))

  for (const from of [source, withIndexes(source)]) {
    for (const ascending of [true, false]) {
      expect(await sorted({ ascending }, from)).toEqual(await sorted({ ascending, nulls: 'last' }))
      const first = await sorted({ ascending, nulls: 'first' }, from)
      expect(first.at(-1)).toBe(ascending ? 'first' : 'Second')
    }
    expect((await sorted({ ascending: false }, from))[0]).toBe('first')
    expect((await sorted({ ascending: true }, from))[0]).toBe('Second')
  }
  await run(sql`delete from ${table.name} where id = ${id}`)
})
