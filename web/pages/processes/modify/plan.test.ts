import { expect, test } from 'vitest'
import { countsOf, marksOf, withChange } from './plan.ts'

test('a step has one fate, and steps can begin beside each other', () => {
  const cancel = { action: 'cancel', element: 'check' } as const
  const move = { action: 'move', element: 'check', to: 'pay' } as const
  const add = { action: 'add', to: 'pay' } as const

  expect(withChange([cancel, add], move)).toEqual([add, move])
  expect(withChange([add, move], add)).toEqual([add, move, add])
})

test('the diagram shows what goes, what comes and what the dry run found', () => {
  const changes = [{ action: 'move' as const, element: 'check', to: 'route' }]
  const marks = marksOf(['check', 'wait'], { changes, variables: {} }, ['wait', 'pay'])

  expect(marks).toEqual({ check: 'removed', wait: 'active', route: 'added', pay: 'added' })
})

test('instances are counted once at each step', () => {
  const at = (...ids: string[]) => ids.map((elementId) => ({ elementId }))
  const counts = countsOf([
    { id: '1', name: 'one', at: at('check', 'check') },
    { id: '2', name: 'two', at: at('check', 'pay') },
  ])

  expect(Object.fromEntries(counts)).toEqual({ check: 2, pay: 1 })
})
