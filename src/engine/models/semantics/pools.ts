import type { Simulation } from '../../simulate.ts'
import type { Row } from './row.ts'

export function pools(): Row[] {
  const element = 'pools'
  const ask = (refused: boolean) => (it: Simulation) => {
    it.submit('ask')
    it.submit('ask', undefined, { values: { refused } })
  }
  return [
    {
      element,
      rule: 'message flows connect the processes of a file',
      model: 'element-pools',
      play: (it) => it.submit('pack'),
      trace: 's send store ordered receive pack ship e stored',
    },
    {
      element,
      rule: 'pools with plain start events begin together; the last one ends the instance',
      model: 'element-pools-side-by-side',
      trace: 's two a s2 e b',
      waiting: 'two b',
    },
    {
      element,
      rule: 'a process of the same file is called, each time anew',
      model: 'element-call-in-file',
      play: ask(false),
      trace: 's first ps ask g pe second ps ask g pe e',
    },
    {
      element,
      rule: 'its error is caught by the call',
      model: 'element-call-in-file',
      play: ask(true),
      trace: 's first ps ask g pe second ps ask g no b e2',
    },
  ]
}
