import { expect, test } from 'vitest'
import { inWords } from './words.ts'

const title = { name: 'Title', type: 'STRING', required: false }

const cases: [string, unknown, unknown, string[]][] = [
  ['nothing', { name: 'A' }, { name: 'A' }, []],
  ['a name', { name: 'A' }, { name: 'B' }, ['name "A" → "B"']],
  ['a flag', { hidden: false }, { hidden: true }, ['now hidden']],
  ['a flag taken back', { hidden: true }, { hidden: false }, ['no longer hidden']],
  ['a new key', {}, { icon: 'x' }, ['icon added ("x")']],
  ['a lost key', { icon: 'x' }, {}, ['icon removed ("x")']],
  ['a key that is set to nothing', { icon: undefined }, {}, []],
  ['a new field', { fields: {} }, { fields: { title } }, ['field "title" added (STRING)']],
  ['a lost field', { fields: { title } }, { fields: {} }, ['field "title" removed (STRING)']],
  [
    'a field of another type',
    { fields: { title } },
    { fields: { title: { ...title, type: 'INTEGER', required: true } } },
    ['field "title": type "STRING" → "INTEGER"', 'field "title": now required'],
  ],
  [
    'another order of fields',
    { fields: { a: title, b: title } },
    { fields: { b: title, a: title } },
    ['order of fields changed'],
  ],
  [
    'a field named like something every object has',
    { fields: {} },
    { fields: { constructor: title } },
    ['field "constructor" added (STRING)'],
  ],
  [
    'a status',
    { statuses: [{ code: 'main', statuses: [{ code: 'new', name: 'New' }] }] },
    { statuses: [{ code: 'main', statuses: [{ code: 'new', name: 'Fresh' }, { code: 'won' }] }] },
    ['statuses.main.statuses.new.name "New" → "Fresh"', 'statuses.main.statuses.won added'],
  ],
  [
    'a view and a section of a form',
    { views: {}, forms: { edit: { sections: [{ name: 'Dates', columns: 1 }] } } },
    {
      views: { mine: { name: 'Mine', type: 'table' } },
      forms: { edit: { sections: [{ name: 'Dates', columns: 2 }, { name: 'Reason' }] } },
    },
    [
      'view "mine" added (table)',
      'forms.edit.sections.Dates.columns 1 → 2',
      'forms.edit.sections.Reason added',
    ],
  ],
  [
    'members of a list without codes',
    {
      transitions: [
        { from: 'new', to: 'won' },
        { from: 'won', to: 'new' },
      ],
    },
    { transitions: [{ from: 'new', to: 'lost' }, { from: 'won', to: 'new' }, { from: 'lost' }] },
    ['transitions.1.to "won" → "lost"', 'transitions.3 added'],
  ],
  [
    'widgets of a page',
    { widgets: [{ widget: 'a', width: 3 }, { widget: 'b' }] },
    { widgets: [{ widget: 'b' }, { widget: 'a', width: 4 }, { widget: 'c' }] },
    ['widgets.a.width 3 → 4', 'widgets.c added', 'order of widgets changed'],
  ],
  [
    'rights',
    { rights: { 'user:anna': ['read'] } },
    { rights: { 'user:anna': ['read', 'update'] } },
    ['rights.user:anna ["read"] → ["read","update"]'],
  ],
  [
    'a long text',
    { description: 'a'.repeat(100) },
    { description: 'b' },
    [`description "${'a'.repeat(59)}… → "b"`],
  ],
  ['another order of anything else', { a: 1, b: 2 }, { b: 2, a: 1 }, ['order changed']],
]

test.each(cases)('%s in words', (_, before, after, expected) => {
  expect(inWords(before, after)).toEqual(expected)
})
