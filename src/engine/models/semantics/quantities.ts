import type { Row } from './row.ts'

export function quantities(): Row[] {
  const element = 'token quantities'
  return [
    {
      element,
      rule: 'begins with enough tokens',
      model: 'element-start-quantity',
      play: (it) => {
        if (it.tasks.some(({ node }) => node === 'gather')) throw new Error('too early')
        it.submit('b')
        it.submit('gather')
      },
      trace: 's split a b gather gather e',
    },
    {
      element,
      rule: 'sends several tokens',
      model: 'element-completion-quantity',
      trace: 's a b b b',
      waiting: 'b b b',
    },
    {
      element,
      rule: 'takes and sends several tokens',
      model: 'element-quantities',
      trace: 's a pair pair pair pair e e',
    },
    {
      element,
      rule: 'tokens that can never arrive are an incident',
      model: 'element-quantity-missing',
      trace: 's a',
      waiting: 'a',
    },
  ]
}
