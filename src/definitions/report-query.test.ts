import { expect, test } from 'vitest'
import { solution, toSource } from '../../test/solution.ts'
import { loadSolution } from './load.ts'
import { checkReferences } from './references.ts'

const APP = `name: Deals
fields:
  title: { name: Title, type: STRING }
  amount: { name: Amount, type: MONEY, currency: EUR }
  open: { name: Open, type: BOOLEAN }
`
const COLUMNS = `name: R
columns:
  title: { name: Title, type: STRING }
  sum: { name: Sum, type: MONEY, currency: EUR }
`

function problemsOf(query: string): string[] {
  const files = solution('crm', {
    'workspaces/crm/apps/deals.yaml': APP,
    'workspaces/crm/reports/r.yaml': `${COLUMNS}query: ${query}\n`,
  })
  const { loaded, problems } = loadSolution(toSource(files))
  const found = [...problems, ...checkReferences(loaded?.definitions ?? [], [])]
  return found.map(({ line, message }) => `${line}: ${message}`)
}

test('a right query has no problems', () => {
  const query =
    '{ app: crm/deals, groupBy: [title], values: { sum: { function: sum, field: amount } } }'

  expect(problemsOf(query)).toEqual([])
})

test.each([
  [
    '{ app: crm/deals, groupBy: [titel], values: { sum: { function: count } } }',
    [
      '5: the app has no field "titel", did you mean "title"?',
      '3: "title" is neither in "groupBy" nor in "values", did you mean "titel"?',
    ],
  ],
  [
    '{ app: crm/deals, groupBy: [title], values: { sum: { function: sum } } }',
    ['5: "sum" needs a "field"'],
  ],
  [
    '{ app: crm/deals, groupBy: [title], values: { sum: { function: sum, field: amont } } }',
    ['5: the app has no field "amont", did you mean "amount"?'],
  ],
  [
    '{ app: crm/deals, groupBy: [title], values: { sum: { function: avg, field: open } } }',
    ['5: there is no avg of BOOLEAN'],
  ],
  [
    '{ app: crm/deals }',
    ['4: the app has no field "sum", expected one of "title", "amount", "open"'],
  ],
])('%s', (query, expected) => {
  expect(problemsOf(query)).toEqual(expected)
})
