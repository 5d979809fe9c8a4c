import type { Simulation } from '../../simulate.ts'
import { expectVariables, type Row } from './row.ts'

const orders = { values: { orders: [1, 2, 3] } }

const submitAll =
  (...values: object[]) =>
  (it: Simulation) => {
    for (const each of values) {
      const [task] = it.tasks
      if (task) it.submit(task.token, undefined, { values: each as Record<string, unknown> })
    }
  }

export function loops(): Row[] {
  const element = 'multi-instance'
  return [
    {
      element,
      rule: 'collects what parallel runs leave',
      model: 'element-multi-output',
      options: orders,
      play: (it) => {
        submitAll({ sum: 10 }, { sum: 20 }, { sum: 30 })(it)
        expectVariables(it, { sums: [10, 20, 30] })
      },
      trace: 's t e',
    },
    {
      element,
      rule: 'collects what sequential runs leave, until the condition holds',
      model: 'element-multi-output-sequential',
      options: orders,
      play: (it) => {
        submitAll({ sum: 1 }, { sum: 2 })(it)
        expectVariables(it, { sums: [1, 2, null] })
      },
      trace: 's t e',
    },
    {
      element,
      rule: 'runs a sub-process for each member',
      model: 'element-multi-sub-process',
      options: orders,
      play: submitAll({}, {}, {}),
      trace: 's t is is is x x x ie ie ie e',
    },
    {
      element,
      rule: 'throws an event with each run',
      model: 'element-multi-each',
      play: submitAll({}, {}, {}),
      trace: 's t b tell e2 b tell e2 b tell e e2',
    },
    {
      element,
      rule: 'throws an event with the first run',
      model: 'element-multi-first',
      play: submitAll({}, {}, {}),
      trace: 's t b tell e2 e',
    },
    {
      element,
      rule: 'throws an event when a condition holds',
      model: 'element-multi-complex',
      play: submitAll({}, {}),
      trace: 's t b e2',
    },
  ]
}
