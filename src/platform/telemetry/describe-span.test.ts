import { expect, test } from 'vitest'
import { describeStatement } from './describe-span.ts'

test.each([
  [
    "select a from ws_crm.rows where b = $1 and c = 'O''Brien' limit 20",
    'select a from ws_crm.rows where b = $1 and c = ? limit ?',
  ],
  ['update "x1" set n2 = -4.5, t = $tag$a $1 secret$tag$', 'update "x1" set n2 = ?, t = ?'],
  ['select \'{"a","b"}\'::text[], "Col 1" from t', 'select ?::text[], "Col 1" from t'],
])('values are left out of the statement %s', (text, shown) => {
  expect(describeStatement(text).attributes?.['db.query.text']).toBe(shown)
})

test('a statement is named by what it does to which table', () => {
  expect(describeStatement('\n    insert into kontor."events" (at) values ($1)').name).toBe(
    'insert kontor.events',
  )
  expect(describeStatement('commit').name).toBe('commit')
})
