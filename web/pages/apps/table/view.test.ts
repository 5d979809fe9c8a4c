import { expect, test } from 'vitest'
import { filterOf, isFiltered, readView, searchOf, type View, writeView } from './view.ts'

const PLAIN = readView(new URLSearchParams())

const VIEW: View = {
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
  expect(readView(new URLSearchParams(searchOf(VIEW)))).toEqual({ ...VIEW, text: '', saved: '' })
})

test('a filter written by hand replaces the built one; names are searched in both', () => {
  expect(filterOf({ ...VIEW, text: '' })).toEqual({ tf: { total: { min: 10 } } })
  expect(filterOf({ ...VIEW, eql: '[total] > 5', text: ' acme ' })).toEqual({
    and: [{ tf: { __name: 'acme' } }, { eql: { query: '[total] > 5' } }],
  })
})
