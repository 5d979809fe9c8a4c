import { expect, test } from 'vitest'
import {
  addressOfShared,
  filterOf,
  isFiltered,
  type KnownViews,
  readView,
  type SharedView,
  searchOf,
  type View,
  writeView,
} from './view.ts'

const PLAIN = readView(new URLSearchParams())

const VIEW: View = {
  shared: undefined,
  as: 'board',
  columns: ['__name', 'total'],
  sort: [
    { field: 'total', ascending: false },
    { field: '__name', ascending: true },
  ],
  filter: { isAny: false, parts: [{ field: 'total', operator: 'atLeast', value: 10 }] },
  eql: '',
  text: 'acme & co',
  group: 'sales',
  day: '2026-03-02',
  span: 'week',
  zoom: 'month',
  groupBy: 'kind',
  lanes: 'who',
  sumOf: 'total',
  colourBy: 'paid',
  date: 'promised',
  until: 'paidAt',
  image: 'photo',
  summaries: { total: 'sum', __name: 'count' },
  colours: [
    {
      colour: 'red',
      when: { isAny: false, parts: [{ field: 'total', operator: 'more', value: 5 }] },
    },
  ],
  saved: 'mine',
}

test('a view survives its address', () => {
  expect(readView(new URLSearchParams(writeView(VIEW).toString()))).toEqual(VIEW)
})

test('an empty address is the plain table, and the plain table has an empty address', () => {
  expect(PLAIN).toMatchObject({ as: 'table', columns: undefined, sort: [] })
  expect(writeView(PLAIN).toString()).toBe('')
  expect(isFiltered(PLAIN)).toBe(false)
})

test('a saved view holds neither its own name nor what was typed to find something', () => {
  expect(readView(new URLSearchParams(searchOf(VIEW)))).toEqual({
    ...VIEW,
    text: '',
    day: '',
    saved: '',
  })
})

test('a filter written by hand replaces the built one; names are searched in both', () => {
  expect(filterOf({ ...VIEW, text: '' })).toEqual({ tf: { total: { min: 10 } } })
  expect(filterOf({ ...VIEW, eql: '[total] > 5', text: ' acme ' })).toEqual({
    and: [{ tf: { __name: 'acme' } }, { eql: { query: '[total] > 5' } }],
  })
})

const late: SharedView = {
  code: 'late',
  name: 'Late',
  type: 'board',
  filter: { tf: { paid: false } },
  statusCode: ['shipped'],
  sort: [{ field: 'total', ascending: false }],
  group: 'done',
}
const KNOWN = { views: [late], defaultView: 'late' }
const read = (search: string, known: KnownViews = KNOWN) =>
  readView(new URLSearchParams(search), known)

test('a view of the app is what an address does not say, and is not repeated in it', () => {
  const view = read('shared=late')

  expect(view).toMatchObject({
    as: 'board',
    group: 'done',
    sort: [{ field: 'total', ascending: false }],
  })
  expect(writeView(view, KNOWN).toString()).toBe('shared=late')
  expect(writeView({ ...view, as: 'table' }, KNOWN).toString()).toBe('shared=late&as=table')
  expect(read('shared=late&as=table&sort=__name')).toMatchObject({
    shared: late,
    as: 'table',
    sort: [{ field: '__name', ascending: true }],
  })
})

test('what a view of the app has can be taken away and changed for oneself', () => {
  const lanes: SharedView = { ...late, lanes: 'who', summaries: { total: 'sum' }, zoom: 'day' }
  const known = { views: [lanes] }
  const view = read('shared=late', known)
  const own = { ...view, lanes: '', summaries: {}, groupBy: 'kind' }

  expect(view).toMatchObject({ lanes: 'who', summaries: { total: 'sum' }, zoom: 'day' })
  expect(writeView(view, known).toString()).toBe('shared=late')
  expect(read(writeView(own, known).toString(), known)).toEqual(own)
  expect(read('colours=nonsense&summaries=total:most,total&zoom=year')).toMatchObject({
    colours: [],
    summaries: {},
    zoom: 'week',
  })
})

test("the filter of the view and the reader's own both apply", () => {
  expect(filterOf(read('shared=late&eql=[total]>5'))).toEqual({
    and: [{ tf: { paid: false } }, { eql: { query: '[total]>5' } }],
  })
  expect(isFiltered(read('shared=late', { views: [{ ...late, filter: {} }] }))).toBe(true)
})

test('a bare address opens the first view, all items have an address of their own', () => {
  expect(read('').shared).toBe(late)
  expect(read('as=table').shared).toBeUndefined()
  expect(read('', { views: [late] }).shared).toBeUndefined()
  expect(addressOfShared(undefined, KNOWN)).toBe('?all=1')
  expect(addressOfShared(undefined, { views: [late] })).toBe('?')
  expect(read('all=1').shared).toBeUndefined()
})
