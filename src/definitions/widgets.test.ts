import { expect, test } from 'vitest'
import { solution, toSource } from '../../test/solution.ts'
import { loadSolution } from './load.ts'
import { checkReferences } from './references.ts'
import type { widgetTypes } from './widgets.ts'

const FILES = {
  'workspaces/crm/apps/deals.yaml': `name: Deals
fields:
  title: { name: Title, type: STRING }
  amount: { name: Amount, type: MONEY, currency: EUR }
  day: { name: Day, type: DATETIME, kind: date }
  hour: { name: Hour, type: DATETIME, kind: time }
statuses:
  - { code: main, name: Main, statuses: [{ id: 1, code: new, name: New }] }
`,
  'workspaces/crm/contracts/money.yaml': `name: Money
fields: { sum: { name: Sum, type: MONEY, currency: EUR } }
apps: { crm/deals: { sum: amount } }
`,
  'workspaces/crm/reports/months.yaml': `name: Months
columns: { month: { name: Month, type: STRING }, deals: { name: Deals, type: INTEGER } }
parameters: { since: { name: Since, type: INTEGER } }
sql: select 'x' as month, :since as deals
`,
}

function problemsOf(files: Record<string, string>): string[] {
  const { problems, readable } = loadSolution(toSource(solution('crm', { ...FILES, ...files })))
  const found = [...problems, ...checkReferences(readable.definitions, [], readable.unread)]
  return found.map(({ line, column, message, severity }) =>
    [`${line}:${column}`, severity, message].filter(Boolean).join(' '),
  )
}

const widget = (type: string, settings: string) =>
  problemsOf({
    'workspaces/crm/widgets/w.yaml': `name: W\ntype: ${type}\nsettings: ${settings}\n`,
  })

/** Of every type one that is right. */
const RIGHT: Record<keyof typeof widgetTypes, string[]> = {
  list: [
    '{ app: crm/deals, columns: [__name, title], filter: { tf: { amount: { min: 1, max: null } } }, statusCode: [new], sort: [{ field: day, ascending: true }], size: 5 }',
  ],
  board: ['{ app: crm/deals, group: main, card: [amount], sumOf: amount }'],
  calendar: ['{ app: crm/deals, date: day }'],
  chart: [
    '{ report: crm/months, kind: bar, x: month, y: [deals], parameters: { since: 1 } }',
    '{ app: crm/deals, groupBy: day, by: month, split: __status, function: sum, field: amount, kind: line }',
    '{ contract: crm/money, groupBy: __createdAt, by: year }',
  ],
  number: ['{ app: crm/deals, trend: { field: __createdAt, over: month }, better: up }'],
  counter: ['{ contract: crm/money, function: sum, field: sum, colour: red }'],
  report: ['{ report: crm/months, as: table }'],
  table: ['{ report: crm/months, parameters: { since: 3 } }'],
  tasks: ['{}', '{ list: outgoing, size: 3 }'],
  process: [],
  text: ['{ text: "**Hello**" }'],
  files: ['{ directory: Sales/Offers }'],
  button: ['{ create: crm/deals }', '{ link: https://example.com, label: Go }'],
}

test.each(Object.entries(RIGHT).flatMap(([type, all]) => all.map((each) => [type, each] as const)))(
  '%s %s is right',
  (type, settings) => {
    expect(widget(type, settings)).toEqual([])
  },
)

test.each([
  ['bord', '{}', ['2:7 warning widgets of type "bord" are not drawn, did you mean "board"?']],
  ['gauge', '{ anything: 1 }', ['2:7 warning widgets of type "gauge" are not drawn']],
  ['list', '{}', ['3:11 "app" is missing']],
  ['list', '{ app: crm/deal }', ['3:18 there is no app "crm/deal", did you mean "crm/deals"?']],
  [
    'list',
    '{ app: crm/deals, colums: [title] }',
    ['3:29 unknown key "colums", did you mean "columns"?'],
  ],
  [
    'list',
    '{ app: crm/deals, columns: [title, amont] }',
    ['3:46 unknown field "amont", did you mean "amount"?'],
  ],
  [
    'list',
    '{ app: crm/deals, filter: { and: [{ tf: { titel: x } }] } }',
    ['3:60 unknown field "titel", did you mean "title"?'],
  ],
  [
    'list',
    '{ app: crm/deals, filter: { eq: [{ field: dy }, { const: 1 }] } }',
    ['3:53 unknown field "dy", did you mean "day"?'],
  ],
  [
    'number',
    '{ app: crm/deals, statusCode: [won] }',
    ['3:42 unknown status "won", there is only "new"'],
  ],
  [
    'board',
    '{ app: crm/deals, group: rest }',
    ['3:36 there is no group of statuses "rest", there is only "main"'],
  ],
  ['calendar', '{ app: crm/deals, date: title }', ['3:35 "title" is no date']],
  ['calendar', '{ app: crm/deals, date: hour }', ['3:35 "hour" is no date']],
  ['chart', '{ app: crm/deals, groupBy: title, by: month }', ['3:49 "title" is no date']],
  ['number', '{ app: crm/deals, function: sum, field: title }', ['3:39 there is no sum of STRING']],
  ['number', '{ app: crm/deals, function: sum }', ['3:39 "sum" needs a "field"']],
  ['number', '{ function: count }', ['3:11 "settings": expected either "app" or "contract"']],
  [
    'chart',
    '{ report: crm/months, x: mont, parameters: { since: 1, until: 2 } }',
    [
      '3:36 the report has no column "mont", did you mean "month"?',
      '3:66 the report has no parameter "until", there is only "since"',
    ],
  ],
  [
    'report',
    '{ report: crm/years }',
    ['3:21 there is no report "crm/years", there is only "crm/months"'],
  ],
  ['process', '{ process: crm.deals/sell }', ['3:22 there is no process "crm.deals/sell"']],
  ['button', '{ start: crm/sell }', ['3:20 there is no process "crm/sell"']],
  ['button', '{ label: Go }', ['3:11 "settings": expected one of "start", "create" and "link"']],
  ['text', '{ text: 5 }', ['3:19 "text": expected text or texts by language, received 5']],
])('%s %s is told with its place', (type, settings, expected) => {
  expect(widget(type, settings)).toEqual(expected)
})

test('a page places widgets of its workspace, in its order', () => {
  const page = (widgets: string) =>
    problemsOf({
      'workspaces/crm/widgets/w.yaml': 'name: W\ntype: text\nsettings: { text: Hello }\n',
      'workspaces/crm/pages/p.yaml': `name: P\nwidgets: ${widgets}\n`,
      'workspaces/crm/workspace.yaml': 'name: CRM\nhome: p\n',
    })

  expect(page('[w, { widget: w, width: 3, height: 2, column: 4 }]')).toEqual([])
  expect(page('[v, { widget: x }]')).toEqual([
    '2:11 there is no widget "crm/v", did you mean "crm/w"?',
    '2:24 there is no widget "crm/x", did you mean "crm/w"?',
  ])
  expect(page('[{ widget: w, width: 13 }]')).toEqual([
    '2:31 "width": expected at most 12, received 13',
  ])
  expect(problemsOf({ 'workspaces/crm/workspace.yaml': 'name: CRM\nhome: p\n' })).toEqual([
    '2:7 there is no page "crm/p"',
  ])
})
