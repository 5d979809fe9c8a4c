import { expect, test } from 'vitest'
import { appSolution, toSource } from '../../test/solution.ts'
import { layoutOf } from '../engine/form.ts'
import type { Body } from './kinds.ts'
import { loadSolution } from './load.ts'

const APP = `name: Holidays
fields:
  who: { name: Who, type: SYS_USER }
  first: { name: First day, type: DATETIME, kind: date }
  last: { name: Last day, type: DATETIME, kind: date }
  days: { name: Days, type: INTEGER }
  kind: { name: Kind, type: CATEGORY, options: { rest: Rest, study: Study } }
  reason: { name: Reason, type: STRING }
  photo: { name: Photo, type: IMAGE }
  deputies: { name: Deputies, type: SYS_USER, single: false }
statuses:
  - { code: main, name: Main, statuses: [{ id: 1, code: asked, name: Asked }] }
`
const load = (more: string) =>
  loadSolution(toSource(appSolution('hr', 'holidays', `${APP}${more}`)))

const problemsOf = (more: string) =>
  load(more).problems.map(({ at, message }) => [(at ?? []).join('.'), message])

const right: Record<string, string> = {
  'a list of fields': 'forms: { create: [who, __name, { field: reason, required: true }] }',
  sections: 'forms: { edit: { sections: [{ name: Dates, columns: 2, fields: [first, last] }] } }',
  'tabs with conditions': `forms:
  create:
    tabs:
      - name: Request
        sections:
          - fields: [who, kind, days]
          - name: Reason
            visible: days > 10 || first == null
            fields:
              - { field: reason, required: { eq: [{ field: kind }, { const: study }] }, readOnly: false }
      - { name: More, visible: __status != null, sections: [{ fields: [first] }] }`,
  columns: 'columns: [__name, who, __status, first]',
  'a view of each type': `views:
  mine: { name: Mine, type: table, columns: [__name, days], filter: { tf: { days: { min: 1, max: null } } }, statusCode: [asked], sort: [{ field: first }] }
  board: { name: Board, type: board, group: main, card: [days, who], sumOf: days, colourBy: kind, sort: [{ field: days, ascending: false }] }
  calendar: { name: Calendar, type: calendar, date: first, until: last, colourBy: __status }
  groups: { name: Groups, type: table, groupBy: who, summaries: { days: avg, reason: count, first: max } }
  kinds: { name: Kinds, type: board, groupBy: kind, lanes: who, limits: { rest: 5 }, card: [days] }
  lanes: { name: Lanes, type: board, lanes: __createdBy, limits: { asked: 3 } }
  plan: { name: Plan, type: timeline, date: first, until: last, zoom: day, colours: [{ when: "last < now && days > 3", colour: red }] }
  faces: { name: Faces, type: gallery, image: photo, card: [days, who], colours: [{ when: { eq: [{ field: kind }, { const: study }] }, colour: blue }] }
  places: { name: Places, type: gallery }
defaultView: board`,
}

test.each(Object.entries(right))('%s is right', (_, text) => {
  expect(problemsOf(text)).toEqual([])
})

const wrong: [string, [at: string, message: string][]][] = [
  [
    'forms: { create: { sections: [{ fields: [who, resaon] }] } }',
    [['forms.create.sections.0.fields.1', 'unknown field "resaon", did you mean "reason"?']],
  ],
  [
    'forms: { create: { tabs: [{ name: T, sections: [{ fields: [{ field: dais }] }] }] } }',
    [
      [
        'forms.create.tabs.0.sections.0.fields.0.field',
        'unknown field "dais", did you mean "days"?',
      ],
    ],
  ],
  [
    'forms: { create: [{ field: reason, required: dais > 3 }] }',
    [['forms.create.0.required', 'unknown field "dais", did you mean "days"?']],
  ],
  [
    'forms: { create: { sections: [{ visible: { eq: [{ field: knd }, { const: 1 }] }, fields: [] }] } }',
    [['forms.create.sections.0.visible', 'unknown field "knd", did you mean "kind"?']],
  ],
  [
    'forms: { edit: [{ field: reason, visible: days ==  }] }',
    [['forms.edit.0.visible', expect.stringMatching(/^"days ==" cannot be read: /)]],
  ],
  [
    'forms: { edit: [{ field: reason, visible: reason.matches("(") }] }',
    [['forms.edit.0.visible', '"(" is not a pattern, in "reason.matches("(")"']],
  ],
  [
    'forms: { edit: [{ field: reason, readOnly: days > "x" }] }',
    [['forms.edit.0.readOnly', '"days" is INTEGER and cannot be compared with a text']],
  ],
  [
    'forms: { edit: [{ field: reason, visible: { equals: [] } }] }',
    [['forms.edit.0.visible', expect.stringContaining('unknown operator "equals"')]],
  ],
  [
    'forms: { view: { sections: [{ fields: [who] }, { fields: [who] }] } }',
    [['forms.view.sections.1.fields.0', '"who" is in the form twice']],
  ],
  [
    'forms: { view: { sections: [{ fields: [who] }], tabs: [{ name: A, sections: [{ fields: [] }] }] } }',
    [['forms.view', '"view": expected either "sections" or "tabs"']],
  ],
  ['forms: { view: {} }', [['forms.view', '"view": expected either "sections" or "tabs"']]],
  [
    'forms: { edit: [{ field: reason, requird: true }] }',
    [['forms.edit.0.requird', 'unknown key "requird", did you mean "required"?']],
  ],
  [
    'forms: { edit: { sections: [{ colums: 2, fields: [] }] } }',
    [['forms.edit.sections.0.colums', 'unknown key "colums", did you mean "columns"?']],
  ],
  ['columns: [__name, dais]', [['columns.1', 'unknown field "dais", did you mean "days"?']]],
  [
    'views: { a: { name: A, type: gantt } }',
    [
      [
        'views.a.type',
        'unknown type "gantt", expected one of "table", "board", "calendar", "timeline", "gallery"',
      ],
    ],
  ],
  [
    'views: { a: { name: A, type: table, colums: [who] } }',
    [['views.a.colums', 'unknown key "colums", did you mean "columns"?']],
  ],
  [
    'views: { a: { name: A, type: table, columns: [who, dais], sort: [{ field: frist }] } }',
    [
      ['views.a.columns.1', 'unknown field "dais", did you mean "days"?'],
      ['views.a.sort.0.field', 'unknown field "frist", did you mean "first"?'],
    ],
  ],
  [
    'views: { a: { name: A, type: board, group: mains, statusCode: [askd] } }',
    [
      ['views.a.group', 'there is no group of statuses "mains", did you mean "main"?'],
      ['views.a.statusCode.0', 'unknown status "askd", did you mean "asked"?'],
    ],
  ],
  [
    'views: { a: { name: A, type: board, sumOf: reason } }',
    [['views.a.sumOf', 'there is no sum of STRING']],
  ],
  [
    'views: { a: { name: A, type: board, colourBy: days } }',
    [['views.a.colourBy', '"days" has no colours']],
  ],
  [
    'views: { a: { name: A, type: board, groupBy: who, lanes: deputies, limits: { askd: 2 } } }',
    [
      ['views.a.groupBy', '"who" makes no columns of a board'],
      ['views.a.lanes', '"deputies" may have several values'],
      ['views.a.limits.askd', 'there is no column "askd", did you mean "asked"?'],
    ],
  ],
  [
    'views: { a: { name: A, type: board, groupBy: kind, limits: { asked: 2 }, lanes: knd } }',
    [['views.a.lanes', 'unknown field "knd", did you mean "kind"?']],
  ],
  [
    'views: { a: { name: A, type: table, groupBy: days, summaries: { reason: sum, dais: min } } }',
    [
      ['views.a.groupBy', '"days" does not put rows together'],
      ['views.a.summaries.reason', 'there is no sum of STRING'],
      ['views.a.summaries.dais', 'unknown field "dais", did you mean "days"?'],
    ],
  ],
  [
    'views: { a: { name: A, type: gallery, image: reason, colours: [{ when: dais > 3, colour: red }] } }',
    [
      ['views.a.image', '"reason" is no picture'],
      ['views.a.colours.0.when', 'unknown field "dais", did you mean "days"?'],
    ],
  ],
  [
    'views: { a: { name: A, type: timeline, date: days, colours: [] } }',
    [['views.a.date', '"days" is no date']],
  ],
  [
    'views: { a: { name: A, type: calendar, date: days } }',
    [['views.a.date', '"days" is no date']],
  ],
  ['views: { a: { name: A, type: calendar } }', [['views.a.date', '"date" is missing']]],
  [
    'views: { board: { name: A, type: board } }\ndefaultView: baord',
    [['defaultView', 'there is no view "baord", did you mean "board"?']],
  ],
]

test.each(wrong)('%s is wrong at its key', (text, problems) => {
  expect(problemsOf(text)).toEqual(problems)
})

test('a board needs statuses', () => {
  const files = appSolution('hr', 'notes', 'name: N\nviews: { a: { name: A, type: board } }\n')

  expect(loadSolution(toSource(files)).problems).toMatchObject([
    { at: ['views', 'a', 'type'], message: 'a board needs statuses, or "groupBy" with a choice' },
  ])
})

test('a form is read the same way, however it is written', () => {
  const { loaded } = load(right['tabs with conditions'] ?? '')
  const app = loaded?.definitions.find(({ kind }) => kind === 'app')?.body as Body<'app'>

  expect(layoutOf(['who', { field: 'days', readOnly: true }])).toEqual([
    { sections: [{ fields: [{ code: 'who' }, { code: 'days', readonly: true }] }] },
  ])
  expect(layoutOf(app.forms.create ?? [])).toEqual([
    {
      name: 'Request',
      sections: [
        { fields: [{ code: 'who' }, { code: 'kind' }, { code: 'days' }] },
        {
          name: 'Reason',
          visible: 'days > 10 || first == null',
          fields: [
            {
              code: 'reason',
              required: '{"eq":[{"field":"kind"},{"const":"study"}]}',
              readonly: false,
            },
          ],
        },
      ],
    },
    { name: 'More', visible: '__status != null', sections: [{ fields: [{ code: 'first' }] }] },
  ])
})
