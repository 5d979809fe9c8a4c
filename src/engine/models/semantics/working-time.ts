import type { Row } from './row.ts'

export function workingTime(): Row[] {
  const element = 'timer'
  const model = 'element-working-time'
  // A Friday afternoon.
  const options = { at: '2026-03-06T16:00:00.000Z' }
  return [
    {
      element,
      rule: 'working time leaves out the weekend',
      model,
      options,
      play: (it) => it.pass('P2D'),
      trace: 's work',
      waiting: 'work',
    },
    {
      element,
      rule: 'and is over after so much work',
      model,
      options,
      play: (it) => it.pass('2026-03-09T10:00:00Z'),
      trace: 's work late e',
    },
  ]
}
