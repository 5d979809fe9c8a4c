import { expect, test } from 'vitest'
import { appSolution, toSource } from '../../test/solution.ts'
import { loadSolution } from './load.ts'

const APP = `name: Papers
fields:
  amount: { name: Amount, type: INTEGER }
statuses:
  - { code: work, name: Work, statuses: [{ id: 1, code: draft, name: Draft }, { id: 2, code: ready, name: Ready }] }
  - code: end
    name: End
    statuses:
      - { id: 3, code: gone, name: Gone }
transitions:
`
const load = (transitions: string) =>
  loadSolution(toSource(appSolution('law', 'papers', APP + transitions)))

const problemsOf = (transitions: string) =>
  load(transitions).problems.map(
    ({ line, column, message, severity = 'error' }) => `${line}:${column} ${severity} ${message}`,
  )

test.each([
  [
    'a status',
    '{ from: draft, to: gon }',
    '11:24 error unknown status "gon", did you mean "gone"?',
  ],
  [
    'a status in a list',
    '{ from: [draft, reddy], to: gone }',
    '11:21 error unknown status "reddy", did you mean "ready"?',
  ],
  [
    'a status group',
    '{ from: wrok/*, to: gone }',
    '11:13 error unknown status group "wrok", did you mean "work/*"?',
  ],
  [
    'a field',
    '{ from: work/*, to: gone, requires: [amuont] }',
    '11:42 error unknown field "amuont", did you mean "amount"?',
  ],
  [
    'somebody',
    '{ from: work/*, to: gone, by: [boss] }',
    '11:36 error "by": expected process, user:login, group:code, group:workspace/code, position:code, department:code or role:author',
  ],
  [
    'a key',
    '{ from: draft, to: gone, when: x }',
    '11:30 error unknown key "when", expected one of "from", "to", "by", "requires", "message"',
  ],
  ['nothing to go to', '{ from: draft }', '11:5 error "to" is missing'],
  [
    'no status at all',
    '{ from: draft, to: "a b" }',
    '11:24 error "to": expected the code of a status, "group/*" or "*"',
  ],
])('%s that means nothing is told at its place', (_, transition, problem) => {
  expect(problemsOf(`  - ${transition}\n`)).toEqual([problem])
})

test('a status that nothing leads to is a warning, and the solution is loaded', () => {
  const { loaded } = load('  - { from: gone, to: draft }\n  - { from: draft, to: ready }\n')

  expect(loaded).toBeDefined()
  expect(problemsOf('  - { from: gone, to: draft }\n  - { from: draft, to: ready }\n')).toEqual([
    '9:24 warning no transition leads to the status "gone"',
  ])
})

test('wildcards lead to everything they stand for', () => {
  expect(problemsOf('  - { from: draft, to: work/* }\n  - { from: "*", to: end/* }\n')).toEqual([])
})
