import { expect, test } from 'vitest'
import { commonTo, partition } from './common.ts'

const LOCKED: Record<string, string[]> = {
  signed: ['amount', 'party', 'term'],
  approved: ['term', 'amount'],
  draft: [],
}

async function ask(ids: string[]) {
  const asked: string[] = []
  const common = await commonTo(ids, async (id) => {
    asked.push(id)
    return LOCKED[id] ?? []
  })
  return { common, asked }
}

test('a field is left out only if every item locks it', async () => {
  const { common } = await ask(['signed', 'approved'])

  expect(common).toEqual(['amount', 'term'])
  expect((await ask([])).common).toEqual([])
})

test('nobody is asked once it is clear that all fields can be changed', async () => {
  expect(await ask(['draft', 'signed', 'approved'])).toEqual({ common: [], asked: ['draft'] })
})

test('a list is split in two, in its order', () => {
  expect(partition([1, 2, 3, 4], (each) => each % 2 === 0)).toEqual([
    [2, 4],
    [1, 3],
  ])
})
