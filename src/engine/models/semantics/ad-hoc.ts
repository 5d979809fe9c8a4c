import type { Row } from './row.ts'

export function adHoc(): Row[] {
  const element = 'ad-hoc sub-process'
  return [
    {
      element,
      rule: 'offers the tasks of people',
      model: 'element-ad-hoc',
      trace: 's case call visit',
      waiting: 'case call visit',
    },
    {
      element,
      rule: 'other activities begin when they are chosen, as often as wanted',
      model: 'element-ad-hoc',
      play: (it) => {
        it.activate('note')
        it.activate('note')
      },
      trace: 's case call visit note note',
      waiting: 'case call visit',
    },
    {
      element,
      rule: 'flows inside it are followed',
      model: 'element-ad-hoc',
      play: (it) => it.submit('visit'),
      trace: 's case call visit file',
      waiting: 'case call',
    },
    {
      element,
      rule: 'is over when its condition holds; the rest is cancelled',
      model: 'element-ad-hoc',
      play: (it) => it.submit('call', undefined, { values: { enough: true } }),
      trace: 's case call visit e',
    },
    {
      element,
      rule: 'is over when somebody says so',
      model: 'element-ad-hoc',
      play: (it) => it.send({ type: 'complete', token: 2 }),
      trace: 's case call visit e',
    },
    {
      element,
      rule: 'keeps what was begun if it says so',
      model: 'element-ad-hoc-keep-rest',
      play: (it) => {
        it.submit('call', undefined, { values: { enough: true } })
        it.submit('visit')
      },
      trace: 's case call visit e',
    },
    {
      element,
      rule: 'one after another, if it says so; without a condition over when all is done',
      model: 'element-ad-hoc-sequential',
      play: (it) => {
        it.activate('b')
        let refused = ''
        try {
          it.activate('a')
        } catch (error) {
          refused = (error as Error).message
        }
        if (!refused.includes('one after another')) throw new Error('two at a time')
        it.done('b')
      },
      trace: 's case b e',
    },
  ]
}
