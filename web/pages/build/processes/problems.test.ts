import { expect, test } from 'vitest'
import { withServerProblems } from './problems.ts'

const own = [
  { element: 'look', name: 'Look at it', message: 'no name', severity: 'error' as const },
]
const told = (message: string) => withServerProblems(own, [{ message, severity: 'error' }]).slice(1)

test('what the server says stands on its element, and nothing is said twice', () => {
  expect(told('Look at it (look): no name')).toEqual([])
  expect(told('look: no name')).toEqual([])
  expect(told('Look (again) (look): a script: wrong')).toMatchObject([
    { element: 'look', name: 'Look (again)', message: 'a script: wrong' },
  ])
  expect(told('this is not BPMN 2.0 XML: line 3')).toMatchObject([
    { element: '', message: 'this is not BPMN 2.0 XML: line 3' },
  ])
})
