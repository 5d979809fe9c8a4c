import { expect, test } from 'vitest'
import { appSolution, toSource } from '../../test/solution.ts'
import { loadSolution } from './load.ts'

const APP = `name: Papers
fields:
  amount: { name: Amount, type: INTEGER }
statuses:
  - { code: work, name: Work, statuses: [{ id: 1, code: draft, name: Draft }] }
locks:
`
const problemsOf = (lock: string, more = '') =>
  loadSolution(toSource(appSolution('law', 'papers', `${APP}  - ${lock}\n${more}`))).problems.map(
    ({ line, column, message }) => `${line}:${column} ${message}`,
  )

test.each([
  ['a status', '{ in: draf }', '7:11 unknown status "draf", did you mean "draft"?'],
  ['a group', '{ in: wrok/* }', '7:11 unknown status group "wrok", did you mean "work/*"?'],
  [
    'a field',
    '{ in: draft, fields: [amount, amuont] }',
    '7:35 unknown field "amuont", did you mean "amount"?',
  ],
  [
    'somebody',
    '{ in: draft, except: [boss] }',
    '7:27 "except": expected process, user:login, group:code, group:workspace/code, position:code, department:code or role:author',
  ],
  ['no status', '{ fields: [amount] }', '7:5 "in" is missing'],
])('%s that there is not is an error', (_, lock, problem) => {
  expect(problemsOf(lock)).toEqual([problem])
})

test.each(['{ in: draft }', '{ in: [work/*], fields: [amount, __name], except: [process] }'])(
  '%s is right',
  (lock) => {
    expect(problemsOf(lock)).toEqual([])
  },
)

test('a name that a template builds is not locked by itself', () => {
  const problems = problemsOf('{ in: draft, fields: [__name] }', 'nameTemplate: "{$amount}"\n')

  expect(problems).toEqual([
    '7:27 the name is built by "nameTemplate": lock the fields it is made of',
  ])
})
