import { expect, test } from 'vitest'
import { startApp } from '../../../test/app.ts'
import { appSolution } from '../../../test/solution.ts'

const { as, admin, make } = await startApp()

const APP = `name: Holidays
fields:
  days: { name: Days, type: INTEGER }
  kind: { name: Kind, type: CATEGORY, options: { rest: Rest, study: Study } }
  reason: { name: Reason, type: STRING }
  note: { name: Note, type: STRING, default: none }
  cost: { name: Cost, type: INTEGER }
forms:
  create: &form
    tabs:
      - name: Request
        sections:
          - fields: [days, kind, { field: note, readOnly: true }]
          - visible: { eq: [{ field: kind }, { const: study }] }
            fields: [{ field: reason, required: days > 5 }]
          - fields: [{ field: cost, required: cost == null && days > 100 }]
  edit: *form
  view: [days, reason, cost]
views:
  all: { name: All, type: table, columns: [days] }
  cards: { name: Cards, type: gallery, card: [kind, cost] }
rights: { "group:all_users": [read, create, update] }
fieldRights: { cost: {} }
`
const params = { namespace: 'hr', code: 'holidays' }
await as(admin).solutions.apply({ input: { files: appSolution('hr', 'holidays', APP) } })
const ann = await make.user()
type User = typeof ann

const create = (context: Record<string, unknown>, byForm = true, by: User = ann) =>
  as(by).apps.createItem({ params, input: { context, byForm } })

const REQUIRED = { code: 'invalid', details: [{ path: 'reason', message: 'a value is required' }] }
const study = [{ code: 'study' }]

test.each([
  ['nothing is filled in', {}],
  ['the condition does not hold', { days: 5, kind: study }],
  ['the section is not shown', { days: 9, kind: [{ code: 'rest' }] }],
  ['the field has a value', { days: 9, kind: study, reason: 'Exam' }],
  ['what is read-only stays as it is', { days: 1, note: 'none' }],
])('a form lets through: %s', async (_, context) => {
  await expect(create(context)).resolves.toMatchObject({ item: { note: 'none' } })
})

test('what a form requires is required of its values, and of no others', async () => {
  await expect(create({ days: 9, kind: study })).rejects.toMatchObject(REQUIRED)
  await expect(create({ days: 9, kind: study }, false)).resolves.toBeDefined()
})

test.each([
  ['read-only', { note: 'mine' }, { path: 'note', message: 'it is read-only in this form' }],
  [
    'not shown',
    { reason: 'Sun' },
    { path: 'reason', message: 'the form does not show it for these values' },
  ],
])('what is %s in a form does not come from it', async (_, context, detail) => {
  await expect(create(context)).rejects.toMatchObject({ code: 'invalid', details: [detail] })
})

test('a change through the form is seen together with what stays', async () => {
  const { item } = await create({ days: 9 })
  const update = (context: Record<string, unknown>, byForm = true) =>
    as(ann).apps.updateItem({
      params: { ...params, id: item.__id },
      input: { context, byForm },
    })

  await expect(update({ kind: study })).rejects.toMatchObject(REQUIRED)
  await expect(update({ kind: study, days: 2 })).resolves.toBeDefined()
  await expect(update({ days: 8 })).rejects.toMatchObject(REQUIRED)
  await expect(update({ days: 8 }, false)).resolves.toBeDefined()
})

test('rules about fields that somebody does not see are not theirs', async () => {
  await expect(create({ days: 200 })).resolves.toBeDefined()
  await expect(create({ days: 200 }, true, admin as User)).rejects.toMatchObject({
    details: [{ path: 'cost' }],
  })
  const { application } = await as(ann).scheme.getApp({ params })
  expect(JSON.stringify(application.forms)).not.toContain('cost')
})

test('a form does not require what is locked', async () => {
  const locking = `name: Claims
fields:
  days: { name: Days, type: INTEGER }
  reason: { name: Reason, type: STRING }
statuses:
  - { code: main, name: Main, statuses: [{ id: 1, code: open, name: Open }, { id: 2, code: closed, name: Closed }] }
locks: [{ in: [closed], fields: [reason] }]
forms:
  edit: [days, { field: reason, required: true }]
rights: { "group:all_users": [read, create, update] }
`
  const claims = { namespace: 'law', code: 'claims' }
  await as(admin).solutions.apply({ input: { files: appSolution('law', 'claims', locking) } })
  const { item } = await as(ann).apps.createItem({ params: claims, input: { context: {} } })
  const where = { ...claims, id: item.__id }
  const update = () =>
    as(ann).apps.updateItem({ params: where, input: { context: { days: 1 }, byForm: true } })

  await expect(update()).rejects.toMatchObject(REQUIRED)
  await as(ann).apps.setStatus({ params: where, input: { status: 'closed' } })
  await expect(update()).resolves.toMatchObject({ item: { days: 1, reason: null } })
})

test('metadata shows a form flat, and as it is arranged', async () => {
  const { application } = await as(ann).scheme.getApp({ params })

  expect(application.forms.create.fields).toEqual([
    { code: 'days', display: true, required: false, readonly: false },
    { code: 'kind', display: true, required: false, readonly: false },
    { code: 'note', display: true, required: false, readonly: true },
    { code: 'reason', display: true, required: false, readonly: false },
  ])
  expect(application.forms.create.tabs?.[0]?.sections[1]).toEqual({
    visible: '{"eq":[{"field":"kind"},{"const":"study"}]}',
    fields: [{ code: 'reason', required: 'days > 5' }],
  })
})

test('metadata also has what clients read as details and tiles', async () => {
  const { forms } = (await as(ann).scheme.getApp({ params })).application

  const codes = (form: typeof forms.view) => form?.fields.map(({ code }) => code)
  expect(codes(forms.detail)).toEqual(['days', 'reason'])
  expect(forms.detail).toEqual(forms.view)
  expect(codes(forms.tile)).toEqual(['kind'])
})
