import { expect, test } from 'vitest'
import { findCard, type Pages, withCard, withoutCard } from './cards.ts'

const card = (id: string) => ({ __id: id, __name: id })

/** Pages of cards; only the first one knows how many there are. */
const column = (...pages: string[][]): Pages =>
  ({
    pages: pages.map((ids, at) => ({
      result: { result: ids.map(card), total: at === 0 ? pages.flat().length : null },
    })),
    pageParams: pages.map(() => ({})),
  }) as unknown as Pages

const show = ({ pages }: Pages) => ({
  ids: pages.map(({ result }) => result.result.map(({ __id }) => __id).join('')),
  total: pages[0]?.result.total,
})

const moved = card('x') as Parameters<typeof withCard>[1]

test.each([
  [0, ['xab', 'cd']],
  [1, ['axb', 'cd']],
  [2, ['abx', 'cd']],
  [3, ['ab', 'cxd']],
  [4, ['ab', 'cdx']],
  [9, ['ab', 'cdx']],
])('a card that is dropped at position %d is there, once', (position, ids) => {
  expect(show(withCard(column(['a', 'b'], ['c', 'd']), moved, position))).toEqual({ ids, total: 5 })
})

test('an empty column takes a card', () => {
  expect(show(withCard(column([]), moved, 0))).toEqual({ ids: ['x'], total: 1 })
})

test('a card that is taken away is gone from its page and from the count', () => {
  const before = column(['a', 'b'], ['c'])

  expect(show(withoutCard(before, 'c'))).toEqual({ ids: ['ab', ''], total: 2 })
  expect(findCard(before, 'c')).toEqual(card('c'))
  expect(findCard(before, 'z')).toBeUndefined()
})
