import { expect, test } from 'vitest'
import { beGreedy } from './greedy.ts'
import { KINDS } from './kinds.ts'

test('there are twenty kinds of greed', () => {
  expect(new Set(KINDS.map(({ name }) => name)).size).toBe(20)
})

test('nobody else notices a greedy person, who is answered or refused with words', async () => {
  const rows = await beGreedy({
    people: 3,
    items: 300,
    seconds: 0.3,
    think: 0.2,
    least: 10,
    say: () => undefined,
  })

  for (const { kind, errors, statuses } of rows) {
    expect.soft(errors, kind).toEqual([])
    const faults = [...statuses.keys()].filter((status) => status >= 500)
    expect.soft(faults, kind).toEqual([])
  }
  expect(rows).toHaveLength(KINDS.length)
})
