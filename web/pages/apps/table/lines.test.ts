import { expect, test } from 'vitest'
import { linesOf, type TableGroup } from './lines.ts'

const group = (word: string, count: number): TableGroup => ({
  word,
  value: word,
  count,
  summaries: {},
})
const groups = [group('a', 2), group('b', 3), group('c', 1)]

const show = (closed: string[]) => {
  const { count, lineAt } = linesOf(groups, new Set(closed))
  return Array.from({ length: count }, (_, at) => {
    const line = lineAt(at)
    return line && ('group' in line ? line.group.word : line.row)
  })
}

test('each group has its head and then its rows, which are counted on', () => {
  expect(show([])).toEqual(['a', 0, 1, 'b', 2, 3, 4, 'c', 5])
})

test('the rows of a closed group are not there', () => {
  expect(show(['b'])).toEqual(['a', 0, 1, 'b', 'c', 2])
  expect(show(['a', 'b', 'c'])).toEqual(['a', 'b', 'c'])
})

test('a row knows its line', () => {
  const { lineOf } = linesOf(groups, new Set(['b']))

  expect([0, 1, 2].map(lineOf)).toEqual([1, 2, 5])
})
