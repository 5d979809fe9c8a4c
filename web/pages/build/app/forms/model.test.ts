import { expect, test } from 'vitest'
import type { WrittenForm } from '../../../../../src/engine/form.ts'
import { applyEdits } from '../../draft/edits.ts'
import type { Edit } from '../../draft/types.ts'
import { addSectionEdits, addTabEdits, moveEdits, type Part, ruleEdit, tabsOf } from './model.ts'

const FILE = 'workspaces/hr/apps/holidays.yaml'
const AT = ['forms', 'create']

const after = (form: WrittenForm, edits: Edit[]): unknown => {
  const value = { forms: { create: form } }
  const files = { [FILE]: { path: FILE, state: 'same' as const, value } }
  const changed = applyEdits(files, edits)[FILE]?.value as { forms: { create: unknown } }
  return changed.forms.create
}
const partOf = (form: WrittenForm, tab = 0, part = 0): Part => {
  const found = tabsOf(form, AT)[tab]?.parts[part]
  if (!found) throw new Error('no such part')
  return found
}

const LIST: WrittenForm = ['who', { field: 'days', readOnly: true }]
const SECTIONS: WrittenForm = {
  sections: [{ fields: ['who'] }, { name: 'More', fields: ['days'] }],
}
const TABS: WrittenForm = { tabs: [{ name: 'One', sections: [{ fields: ['who', 'days'] }] }] }

test('a rule makes a field more than its code, and without rules it is its code again', () => {
  const at = { part: partOf(LIST), index: 0 }

  expect(after(LIST, ruleEdit(FILE, at, ['required', 'days > 3']))).toEqual([
    { field: 'who', required: 'days > 3' },
    { field: 'days', readOnly: true },
  ])
  const other = { part: partOf(LIST), index: 1 }
  expect(after(LIST, ruleEdit(FILE, other, ['readOnly', undefined]))).toEqual(['who', 'days'])
})

test('a field goes to another place, and to another section with its rules', () => {
  const [from, to] = [partOf(SECTIONS, 0, 1), partOf(SECTIONS)]

  expect(after(SECTIONS, moveEdits(FILE, { from, index: 0, to, place: 0 }))).toEqual({
    sections: [{ fields: ['days', 'who'] }, { name: 'More', fields: [] }],
  })
  const list = partOf(LIST)
  expect(after(LIST, moveEdits(FILE, { from: list, index: 1, to: list, place: 0 }))).toEqual([
    { field: 'days', readOnly: true },
    'who',
  ])
  expect(moveEdits(FILE, { from: list, index: 1, to: list, place: 1 })).toEqual([])
})

test('a list becomes sections, and sections become tabs', () => {
  const sections = (form: WrittenForm) => {
    const tab = tabsOf(form, AT)[0]
    return tab ? after(form, addSectionEdits(FILE, { form, at: AT, tab }, 'New')) : undefined
  }
  const names = { name: 'Two', first: 'One' }
  const empty = { name: 'Two', sections: [{ fields: [] }] }

  expect(sections(LIST)).toEqual({ sections: [{ fields: LIST }, { name: 'New', fields: [] }] })
  expect(sections(TABS)).toEqual({
    tabs: [{ name: 'One', sections: [{ fields: ['who', 'days'] }, { name: 'New', fields: [] }] }],
  })
  expect(after(LIST, addTabEdits(FILE, { form: LIST, at: AT }, names))).toEqual({
    tabs: [{ name: 'One', sections: [{ fields: LIST }] }, empty],
  })
  expect(after(SECTIONS, addTabEdits(FILE, { form: SECTIONS, at: AT }, names))).toEqual({
    tabs: [{ name: 'One', ...SECTIONS }, empty],
  })
  expect(after(TABS, addTabEdits(FILE, { form: TABS, at: AT }, names))).toMatchObject({
    tabs: [{ name: 'One' }, empty],
  })
})
