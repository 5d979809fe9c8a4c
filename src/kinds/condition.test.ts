import { expect, test } from 'vitest'
import { render, sql } from '../platform/db/sql.ts'
import {
  both,
  type Condition,
  either,
  everything,
  type Facts,
  has,
  nothing,
  pick,
  through,
  toSql,
} from './condition.ts'

const objects = new Map<string, Facts>([
  ['one', { author: ['ann'], people: ['bob', 'cat'], item: [] }],
  ['two', { author: ['bob'], people: [], item: ['open'] }],
  ['three', { author: ['cat'], people: ['ann'], item: ['closed'] }],
])
const look = async (kind: string, ids: readonly string[]) =>
  new Set(ids.filter((id) => kind === 'item' && id === 'open'))

const CASES: [Condition, string[]][] = [
  [everything, ['one', 'two', 'three']],
  [nothing, []],
  [has('author', ['ann', 'bob']), ['one', 'two']],
  [has('author', []), []],
  [either(has('author', ['bob']), has('people', ['ann'])), ['two', 'three']],
  [both(has('author', ['ann']), has('people', ['cat'])), ['one']],
  [both(has('author', ['ann']), nothing), []],
  [either(has('author', ['ann']), everything), ['one', 'two', 'three']],
  [through('item', 'item'), ['two']],
  [either(through('item', 'item'), both(has('people', ['ann']))), ['two', 'three']],
]

test.each(CASES)('%j picks %j', async (condition, picked) => {
  expect([...(await pick(condition, objects, look))].toSorted()).toEqual(picked.toSorted())
})

test('values of the same fact are asked for at once', () => {
  const fact = {
    values: sql`people`,
    hasAny: (values: readonly string[]) => sql`people && ${values}`,
    hasAnyOf: (select: ReturnType<typeof sql>) => sql`people in (${select})`,
  }
  const condition = either(
    has('f', ['a']),
    nothing,
    either(through('f', 'g'), has('f', ['b', 'a'])),
  )

  const rendered = render(toSql(condition, { f: fact }, new Map([['g', sql`select 1`]])))

  expect(rendered).toEqual({
    text: '(people && $1 or people in (select 1))',
    values: [['a', 'b']],
  })
})
