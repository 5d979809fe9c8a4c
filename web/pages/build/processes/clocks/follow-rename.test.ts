import { expect, test } from 'vitest'
import { followRename } from './follow-rename.ts'

test('clocks of a step, and those that pause at it, follow its id', () => {
  const clocks = {
    answer: { name: 'Answer', step: 'sort' },
    whole: { name: 'Whole', pause: ['ask', 'sort'] },
    other: { name: 'Other', step: 'ask' },
  }

  expect(followRename('a.yaml', clocks, { from: 'sort', to: 'sort_out' })).toEqual([
    { file: 'a.yaml', op: 'set', at: ['sla', 'answer', 'step'], value: 'sort_out' },
    { file: 'a.yaml', op: 'set', at: ['sla', 'whole', 'pause', 1], value: 'sort_out' },
  ])
})
