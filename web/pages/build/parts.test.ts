import { expect, test } from 'vitest'
import type { FileEntry } from './draft/types.ts'
import { addedBy, pathOf, shownFiles } from './parts.ts'

const entry = (path: string, kind: string | null, state = 'same') =>
  ({ path, kind, name: '', state }) as unknown as FileEntry

test('a diagram is a part of its definition, and one of nothing is a file by itself', () => {
  const shown = shownFiles([
    entry('processes/approve.yaml', 'process'),
    entry('processes/approve.bpmn', null, 'changed'),
    entry('decisions/limit.yaml', 'decision'),
    entry('decisions/limit.dmn', null),
    entry('decisions/limit.cases.yaml', null),
    entry('calendars/office.yaml', 'calendar'),
    entry('calendars/office.ics', null, 'added'),
    entry('processes/lost.bpmn', null),
    entry('notes.md', null),
  ])

  expect(shown.map(({ path, state }) => [path, state])).toEqual([
    ['processes/approve.yaml', 'changed'],
    ['decisions/limit.yaml', 'same'],
    ['calendars/office.yaml', 'changed'],
    ['processes/lost.bpmn', 'same'],
    ['notes.md', 'same'],
  ])
})

test('a public form belongs to an app, and administrators add it', () => {
  const app = 'workspaces/crm/apps/leads.yaml'
  expect(pathOf('public-form', { workspace: 'crm', app, code: 'ask' })).toBe(
    'workspaces/crm/apps/leads/forms/ask.yaml',
  )
  expect(addedBy({ isAdministrator: true })).toContain('public-form')
  expect(addedBy({ isAdministrator: false })).not.toContain('public-form')
})

test('a module belongs to the company, and administrators add it', () => {
  expect(pathOf('module', { workspace: 'crm', code: 'desk' })).toBe('modules/desk.yaml')
  expect(addedBy({ isAdministrator: true })).toContain('module')
  expect(addedBy({ isAdministrator: false })).not.toContain('module')
})
