import { expect, test } from 'vitest'
import { plainField } from '../../fields/plain-field.ts'
import type { Report } from './list-page.tsx'
import { addressOfShared, readView, searchOf, toDefinition, whereOf, writeView } from './view.ts'

const report = {
  namespace: 'shop',
  code: 'sales',
  name: 'Sales',
  columns: ['month', 'orders'].map((code) => plainField('INTEGER', code, { code })),
  parameters: [{ ...plainField('INTEGER', 'Least', { code: 'least' }), defaultValue: 1 }],
  views: [
    {
      code: 'busy',
      name: 'Busy',
      parameters: { least: 5 },
      filter: { tf: { orders: { min: 3 } } },
      sort: [{ column: 'orders', ascending: false }],
    },
  ],
} as unknown as Report
const read = (search: string) => readView(new URLSearchParams(search), report)

test('an address says what differs from the definition, and is read back', () => {
  const own = { ...read(''), sort: { column: 'month', ascend: false }, parameters: { least: 7 } }

  expect(writeView(own, report).toString()).toBe('p=%7B%22least%22%3A7%7D&sort=-month')
  expect(read(searchOf(own, report))).toEqual(own)
  expect(searchOf(read(''), report)).toBe('')
})

test('a shared view brings its parameters, filter and order', () => {
  const view = read(addressOfShared(report.views[0], report))

  expect(addressOfShared(report.views[0], report)).toBe('?shared=busy')
  expect(view).toMatchObject({
    parameters: { least: 5 },
    sort: { column: 'orders', ascend: false },
  })
  expect(whereOf({ ...view, eql: '[month] = 2' })).toEqual({
    and: [{ tf: { orders: { min: 3 } } }, { eql: { query: '[month] = 2' } }],
  })
})

test('columns and parameters that are gone are left out', () => {
  const view = read('p={"gone":1}&sort=gone&filter=["and",["gone","empty"],["month","empty"]]')

  expect(view).toMatchObject({ parameters: { least: 1 }, sort: undefined })
  expect(whereOf(view)).toEqual({ tf: { month: null } })
})

test('what everybody gets says all of it', () => {
  const view = { ...read('shared=busy'), parameters: { least: 1 } }

  expect(toDefinition('Mine', view, report)).toEqual({
    name: 'Mine',
    filter: { tf: { orders: { min: 3 } } },
    sort: [{ column: 'orders', ascending: false }],
  })
})
