import { expectVariables, type Row } from './row.ts'

export function scopesAndTasks(): Row[] {
  return [
    {
      element: 'sub-process',
      rule: 'has variables of its own',
      model: 'element-sub-process-variables',
      options: { values: { amount: 4 } },
      play: (it) => expectVariables(it, { amount: 4, total: 8 }),
      trace: 's sub is twice ie e',
    },
    {
      element: 'user task',
      rule: 'flows without names are all taken',
      model: 'element-task-split',
      play: (it) => it.submit('a'),
      trace: 's a b c e e',
    },
    {
      element: 'user task',
      rule: 'conditions decide with what was entered',
      model: 'element-task-conditions',
      play: (it) => it.submit('a', undefined, { values: { approved: true } }),
      trace: 's a b e',
    },
    {
      element: 'user task',
      rule: 'else the default flow is taken',
      model: 'element-task-conditions',
      play: (it) => it.submit('a'),
      trace: 's a c e',
    },
    {
      element: 'receive task',
      rule: 'without a message waits for one with its id',
      model: 'element-receive-unnamed',
      play: (it) => it.message('r'),
      trace: 's r n e',
    },
    {
      element: 'data objects and stores',
      rule: 'are drawn, and change nothing',
      model: 'element-data',
      trace: 's a e',
    },
  ]
}
