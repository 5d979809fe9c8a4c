import { expect, test } from 'vitest'
import { newId } from '../lib/ids.ts'
import { ListRequest } from './request.ts'

const DEFAULTS = {
  active: false,
  fields: {},
  filter: {},
  from: 0,
  size: 10,
  ids: undefined,
  sortExpressions: [],
  statusCode: undefined,
  statusGroupId: undefined,
  total: true,
  after: undefined,
}

const accepted: [sent: object, meaning: object][] = [
  [{}, {}],
  [{ filter: [], fields: [] }, {}],
  [{ where: { a: 1 }, withPermissions: true, conditions: [] }, {}],
  [{ active: null, filter: null, from: null, size: null, ids: null, sortExpressions: null }, {}],
  [{ size: -1 }, { size: 10_000 }],
  [{ size: 10_001 }, { size: 10_000 }],
  [{ size: 0 }, { size: 0 }],
  [{ ids: [] }, { ids: [] }],
  [{ statusCode: [] }, {}],
  [
    { total: false, after: '' },
    { total: false, after: '' },
  ],
  [{ sortExpressions: [{ field: 'a' }] }, { sortExpressions: [{ field: 'a', ascending: false }] }],
]

test.each(accepted)('%j is accepted', (sent, meaning) => {
  expect(ListRequest.parse(sent)).toEqual({ ...DEFAULTS, ...meaning })
})

const refused: object[] = [
  { active: {} },
  { active: 'true' },
  { filter: 'x' },
  { filter: [1] },
  { fields: 'x' },
  { fields: ['a'] },
  { from: -1 },
  { from: 1.5 },
  { from: '5' },
  { size: -2 },
  { size: 'all' },
  { ids: newId() },
  { ids: ['x'] },
  { sortExpressions: { field: 'a' } },
  { sortExpressions: ['a'] },
  { sortExpressions: [{}] },
  { sortExpressions: [{ field: 'a', ascending: 'yes' }] },
  { statusCode: 'new' },
  { statusGroupId: 'x' },
  { total: 0 },
  { after: 5 },
]

test.each(refused)('%j is refused', (sent) => {
  expect(ListRequest.safeParse(sent).success).toBe(false)
})

test('more than 10000 ids are refused by name', () => {
  const id = newId()

  const parsed = ListRequest.safeParse({ ids: Array(10_001).fill(id) })

  expect(parsed.error?.issues[0]?.message).toBe('at most 10000 ids')
  expect(ListRequest.safeParse({ ids: Array(10_000).fill(id) }).success).toBe(true)
})
