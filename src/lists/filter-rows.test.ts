import { expect, test } from 'vitest'
import { field } from '../../test/field-table.ts'
import { filterRows } from './filter-rows.ts'
import { ListRequest } from './request.ts'

const id = (end: number) => `0192a1c0-5b7e-7c11-9a44-00000000000${end}`

const fields = new Map(
  [
    field('ID', {}, '__id'),
    field('CODE', {}, 'namespace'),
    field('CODE', {}, 'code'),
    field('STRING', {}, 'name'),
    field('BOOLEAN', {}, 'hidden'),
    field('DATETIME', {}, '__createdAt'),
    field('DATETIME', {}, '__deletedAt'),
    field('INTEGER', {}, 'version'),
  ].map((each) => [each.code, each]),
)

const app = (number: number, code: string, more: object = {}) => ({
  __id: id(number),
  namespace: 'service',
  code,
  name: `App of ${code}`,
  hidden: false,
  __createdAt: `2026-03-0${number}T08:00:00Z`,
  __deletedAt: null as string | null,
  version: number,
  ...more,
})

const apps = [
  app(1, 'requests', { hidden: true }),
  app(2, 'Ärzte', { namespace: 'crm' }),
  app(3, 'deals', { namespace: 'crm', __deletedAt: '2026-03-05T00:00:00Z' }),
  app(4, 'archive'),
]

const ask = (request: object) => {
  const { rows, total } = filterRows(apps, ListRequest.parse(request), fields)
  return { codes: rows.map(({ code }) => code).join(' '), total }
}

const answers: [request: object, codes: string, total: number | null][] = [
  [{}, 'requests Ärzte deals archive', 4],
  [{ size: 2, from: 1 }, 'Ärzte deals', 4],
  [{ size: 0 }, '', 4],
  [{ total: false, size: 1 }, 'requests', null],
  [{ from: 9 }, '', 4],
  [{ active: true }, 'requests Ärzte archive', 3],
  [{ ids: [id(4), id(1), id(9)] }, 'requests archive', 2],
  [{ filter: { tf: { namespace: 'crm' } } }, 'Ärzte deals', 2],
  [{ filter: { tf: { namespace: 'cr' } } }, '', 0],
  [{ filter: { tf: { name: 'OF ä' } } }, 'Ärzte', 1],
  [{ filter: { tf: { hidden: false, version: { max: 3 } } } }, 'Ärzte deals', 2],
  [{ filter: { tf: { __createdAt: { min: '2026-03-02', max: '2026-03-02' } } } }, 'Ärzte', 1],
  [{ filter: { eq: [{ field: '__deletedAt' }, null] } }, 'requests Ärzte archive', 3],
  [{ filter: { not: { in: [{ field: '__id' }, { list: [id(1)] }] } } }, 'Ärzte deals archive', 3],
  [{ filter: { like: [{ field: 'name' }, { const: 'of%s' }] } }, 'requests deals', 2],
  [{ sortExpressions: [{ field: 'name', ascending: true }] }, 'archive Ärzte deals requests', 4],
  [
    { sortExpressions: [{ field: '__deletedAt', ascending: true }] },
    'deals requests Ärzte archive',
    4,
  ],
  [{ sortExpressions: [{ field: '__deletedAt' }] }, 'deals requests Ärzte archive', 4],
]

test.each(answers)('%j on definitions in memory returns %s', (request, codes, total) => {
  expect(ask(request)).toEqual({ codes, total })
})

test('projections work in memory too', () => {
  const request = ListRequest.parse({ fields: { code: true }, size: 1 })

  expect(filterRows(apps, request, fields).rows).toEqual([{ __id: id(1), code: 'requests' }])
})

test('an invalid request is refused as in any list', () => {
  expect(() => ask({ filter: { tf: { nothing: 1 } } })).toThrow('unknown field "nothing"')
  expect(() => ask({ sortExpressions: [{ field: 'nothing' }] })).toThrow('unknown field "nothing"')
})
