import type { Row } from './row.ts'

export function severalTriggers(): Row[] {
  const several = 'multiple event'
  const all = 'parallel multiple event'
  return [
    {
      element: several,
      rule: 'a catching event takes the first message',
      model: 'element-multiple-catch',
      play: (it) => it.message('paid'),
      trace: 's c e',
    },
    {
      element: several,
      rule: 'a catching event takes the first signal',
      model: 'element-multiple-catch',
      play: (it) => it.signal('stop'),
      trace: 's c e',
    },
    {
      element: several,
      rule: 'a catching event takes the first time',
      model: 'element-multiple-catch',
      play: (it) => it.pass('PT1H'),
      trace: 's c e',
    },
    {
      element: several,
      rule: 'a start event starts with any',
      model: 'element-multiple-start',
      options: { start: 's' },
      trace: 's a e',
    },
    {
      element: several,
      rule: 'throws everything',
      model: 'element-multiple-throw',
      trace: 's t e',
    },
    {
      element: several,
      rule: 'a boundary event interrupts with any',
      model: 'element-multiple-boundary',
      play: (it) => it.signal('stop'),
      trace: 's a b e2',
    },
    {
      element: several,
      rule: 'a boundary event that does not interrupt happens again with any',
      model: 'element-multiple-boundary',
      play: (it) => {
        it.message('ask')
        it.signal('look')
        it.message('ask')
      },
      trace: 's a n tell e3 n tell e3 n tell e3',
      waiting: 'a',
    },
    {
      element: several,
      rule: 'an event sub-process starts with any',
      model: 'element-multiple-handler',
      play: (it) => it.message('paid'),
      trace: 's a h hs tell he',
    },
    {
      element: all,
      rule: 'a catching event needs all',
      model: 'element-parallel-multiple-catch',
      play: (it) => {
        it.signal('stop')
        if (it.status !== 'wait') throw new Error('one was enough')
        it.message('paid')
      },
      trace: 's c e',
    },
    {
      element: all,
      rule: 'a boundary event needs all, each time',
      model: 'element-parallel-multiple-boundary',
      play: (it) => {
        it.signal('stop')
        it.message('paid')
        it.message('paid')
        it.signal('stop')
      },
      trace: 's a b tell e2 b tell e2',
      waiting: 'a',
    },
    {
      element: all,
      rule: 'a start event starts with the first and waits for the others',
      model: 'element-parallel-multiple-start',
      options: { start: 's', part: 0 },
      play: (it) => {
        if (it.waiting.join() !== 's') throw new Error('it did not wait')
        it.signal('stop')
      },
      trace: 's a e',
    },
  ]
}
