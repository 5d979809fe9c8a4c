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
      rule: 'offers one task of people after another, if it says so',
      model: 'element-ad-hoc-in-turn',
      trace: 's case call',
      waiting: 'case call',
    },
    {
      element,
      rule: 'the next one is offered when the one before is done',
      model: 'element-ad-hoc-in-turn',
      play: (it) => {
        refusing(() => it.activate('note'), 'one after another')
        it.submit('call')
      },
      trace: 's case call visit',
      waiting: 'case visit',
    },
    {
      element,
      rule: 'is over when the last one is done',
      model: 'element-ad-hoc-in-turn',
      play: (it) => {
        it.submit('call')
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
        refusing(() => it.activate('a'), 'one after another')
        it.done('b')
      },
      trace: 's case b e',
    },
  ]
}

function refusing(work: () => void, why: string): void {
  try {
    work()
  } catch (error) {
    if ((error as Error).message.includes(why)) return
    throw error
  }
  throw new Error('two at a time')
}
