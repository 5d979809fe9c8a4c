import { beforeEach, expect, test } from 'vitest'
import {
  and,
  assign,
  gap,
  name,
  once,
  raw,
  type Sql,
  sql,
  template,
  valuesOf,
  withTimeout,
} from './sql.ts'
import { StatementNames } from './statement-names.ts'
import { toQuery as queryOf } from './to-query.ts'

let names = new StatementNames(100)
beforeEach(() => {
  names = new StatementNames(100)
})

/** Nothing has been sent before: other tests of the process have names of their own. */
const toQuery = (piece: Sql) => queryOf(piece, names)

const byId = (id: number) => sql`select * from things where id = ${id}`
const among = (condition: Sql) => sql`select * from things where ${condition}`
const older = (age: number) => sql`age > ${age}`

test('a literal template is prepared at its first use, with the values of each call', () => {
  const [first, second] = [toQuery(byId(1)), toQuery(byId(2))]

  expect(first).toEqual({
    name: expect.stringMatching(/^k/),
    text: 'select * from things where id = $1',
    values: [1],
  })
  expect(second).toEqual({ ...first, values: [2] })
})

test('a composed text is prepared at its second use', () => {
  const queries = [1, 2, 3].map((age) => toQuery(among(older(age))))

  expect(queries.map(({ text }) => text)).toEqual(
    Array(3).fill('select * from things where age > $1'),
  )
  expect(queries.map(({ values }) => values)).toEqual([[1], [2], [3]])
  expect(queries.map((query) => query.name !== '')).toEqual([false, true, true])
})

test('what was not used for longest gives its name to what is used now', () => {
  names = new StatementNames(2)
  const one = () => toQuery(sql`select 1 as one`).name
  const two = () => toQuery(sql`select 2 as two`).name
  const isKnown = (age: number) => toQuery(among(older(age))).name !== ''
  expect([one(), two(), one()]).not.toContain('')

  expect([isKnown(1), isKnown(1)]).toEqual([false, true])

  expect([one(), two()]).not.toContain('')
  expect(isKnown(1)).toBe(false)
})

test('the same template with other fragments gives another text', () => {
  const two = (one: unknown, other: unknown) => sql`select ${one}, ${other}`
  const calls: [Sql, string][] = [
    [two(sql`a`, 1), 'select a, $1'],
    [two(1, sql`a`), 'select $1, a'],
    [two(sql`b`, 1), 'select b, $1'],
    [two(raw('c'), raw('d')), 'select c, d'],
    [two(raw('c'), raw('e')), 'select c, e'],
    [two(name('a"b', 'c'), 1), 'select "a""b"."c", $1'],
    [two(sql`(${1}, ${2})`, 3), 'select ($1, $2), $3'],
    [two(sql`(${1}, ${sql`x`})`, 3), 'select ($1, x), $2'],
    [two(1, 2), 'select $1, $2'],
    [and([sql`a = ${1}`, sql`b = ${2}`]), '(a = $1 and b = $2)'],
  ]

  for (const [piece, text] of [...calls, ...calls, ...calls.toReversed()]) {
    expect(toQuery(piece).text).toBe(text)
  }
})

test('the prepared name depends only on the text', () => {
  const one = toQuery(sql`select 1 as here`)
  const same = toQuery(sql`select 1 as here`)
  const other = toQuery(sql`select 2 as here`)

  expect(same.name).toBe(one.name)
  expect(other.name).not.toBe(one.name)
})

test('a statement carries its sending options', () => {
  expect(toQuery(once(sql`select 1; select 2`))).toEqual({ text: 'select 1; select 2', values: [] })
  expect(toQuery(withTimeout(sql`select 3`, 5000))).toMatchObject({ query_timeout: 5000 })
  expect(toQuery(withTimeout(once(sql`select 3`), 5000))).toEqual({
    text: 'select 3',
    values: [],
    query_timeout: 5000,
  })
})

test('a template is built once: only its gaps are parameters', () => {
  const read = template(sql`select ${"it's"} from ${name('things')} where id = ${gap}::uuid`)

  expect(toQuery(read('a'))).toEqual({
    name: expect.stringMatching(/^k/),
    text: `select 'it''s' from "things" where id = $1::uuid`,
    values: ['a'],
  })
  expect(read('a').strings).toBe(read('b').strings)
})

test('rows are written by column, without undefined values', () => {
  const row = { id: 1, name: undefined, 'odd "one"': null }

  expect(toQuery(sql`insert into t ${valuesOf(row)}`)).toMatchObject({
    text: 'insert into t ("id", "odd ""one""") values ($1, $2)',
    values: [1, null],
  })
  expect(toQuery(sql`update t set ${assign(row)}`)).toMatchObject({
    text: 'update t set "id" = $1, "odd ""one""" = $2',
    values: [1, null],
  })
})
