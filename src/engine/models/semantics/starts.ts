import type { Row } from './row.ts'

export function starts(): Row[] {
  const element = 'starts'
  return [
    {
      element,
      rule: 'without start events every first element begins',
      model: 'element-implicit-start-and-end',
      trace: 'a b c',
      waiting: 'b',
    },
    {
      element,
      rule: 'a sub-process too; an empty one is done',
      model: 'element-implicit-inside',
      trace: 's sub x y empty e',
    },
    {
      element,
      rule: 'one of several start events',
      model: 'element-several-starts',
      trace: 's a e',
    },
    {
      element,
      rule: 'another of several start events',
      model: 'element-several-starts',
      options: { start: 's2' },
      trace: 's2 b e',
    },
    {
      element,
      rule: 'a receive task starts the process',
      model: 'element-instantiating-task',
      options: { start: 'asked' },
      trace: 'asked a e',
    },
    {
      element,
      rule: 'an event gateway starts the process',
      model: 'element-instantiating-gateway',
      options: { start: 'q' },
      trace: 'q e',
    },
    {
      element,
      rule: 'a parallel event gateway starts with one event and waits for the others',
      model: 'element-instantiating-gateway-parallel',
      options: { start: 'q' },
      play: (it) => it.message('paid'),
      trace: 'q p both both e',
    },
  ]
}
