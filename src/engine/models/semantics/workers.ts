import { expectVariables, type Row } from './row.ts'

export function workers(): Row[] {
  const element = 'tasks with a topic'
  return [
    {
      element,
      rule: 'a program does it and leaves variables',
      model: 'element-worker',
      play: (it) => {
        it.done('work', { gross: 119 })
        expectVariables(it, { gross: 119 })
      },
      trace: 's work e',
    },
    {
      element,
      rule: 'an error of the program is caught by its code',
      model: 'element-worker',
      play: (it) => it.fail('work', { code: 'refused', message: 'too dear' }),
      trace: 's work no e2',
    },
  ]
}
