import type { Simulation } from '../../simulate.ts'
import type { Row } from './row.ts'

export function complexGateways(): Row[] {
  const element = 'complex gateway'
  const both = (it: Simulation) => {
    it.submit('a')
    it.submit('c')
  }
  return [
    {
      element,
      rule: 'goes on when enough have arrived',
      model: 'element-complex-join',
      play: both,
      trace: 's split a b c g g go e',
      waiting: 'b g',
    },
    {
      element,
      rule: 'takes up the rest once',
      model: 'element-complex-join',
      play: (it) => {
        both(it)
        it.submit('b')
      },
      trace: 's split a b c g g go e g',
    },
    {
      element,
      rule: 'conditions know the second time',
      model: 'element-complex-reset',
      play: (it) => {
        both(it)
        it.submit('b')
      },
      trace: 's split a b c g g first e g late e2',
    },
    {
      element,
      rule: 'its condition can ask for one flow',
      model: 'element-complex-flows',
      play: (it) => {
        it.submit('b')
        if (it.trace.includes('e')) throw new Error('too early')
        it.submit('a')
      },
      trace: 's split a b g g e',
    },
    {
      element,
      rule: 'splits along every condition that holds',
      model: 'element-complex-split',
      options: { values: { n: 3 } },
      trace: 's g a b e e',
    },
    {
      element,
      rule: 'splits along the default flow',
      model: 'element-complex-split',
      options: { values: { n: 0 } },
      trace: 's g c e',
    },
  ]
}
