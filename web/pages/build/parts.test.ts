import { expect, test } from 'vitest'
import { identify } from '../../../src/definitions/identify.ts'
import type { FileEntry } from './draft/types.ts'
import { hasCode, KINDS, keepsData, mayAdd, ownPaths, pathOf, shownFiles } from './parts.ts'

const entry = (path: string, state: FileEntry['state'] = 'same'): FileEntry => {
  const kind = identify(path)?.kind
  return { path, ...(kind && { kind }), state, isReadOnly: false }
}

test('a diagram is a part of its definition, and one of nothing is a file by itself', () => {
  const shown = shownFiles([
    entry('workspaces/crm/processes/approve.yaml'),
    entry('workspaces/crm/processes/approve.bpmn', 'changed'),
    entry('workspaces/crm/decisions/limit.yaml'),
    entry('workspaces/crm/decisions/limit.dmn'),
    entry('workspaces/crm/decisions/limit.cases.yaml'),
    entry('calendars/office.yaml'),
    entry('calendars/office.ics', 'added'),
    entry('workspaces/crm/processes/lost.bpmn'),
    entry('notes.md'),
  ])

  expect(shown.map(({ path, state }) => [path, state])).toEqual([
    ['workspaces/crm/processes/approve.yaml', 'changed'],
    ['workspaces/crm/decisions/limit.yaml', 'same'],
    ['calendars/office.yaml', 'changed'],
    ['workspaces/crm/processes/lost.bpmn', 'same'],
    ['notes.md', 'same'],
  ])
})

test.each([
  ['workspaces/crm/workspace.yaml', ['workspaces/crm/apps/leads.yaml', 'workspaces/crm/notes.md']],
  ['workspaces/crm/apps/leads.yaml', ['workspaces/crm/apps/leads/forms/ask.yaml']],
  [
    'workspaces/crm/processes/a.yaml',
    ['bpmn', 'cases.yaml'].map((end) => `workspaces/crm/processes/a.${end}`),
  ],
  [
    'workspaces/crm/decisions/a.yaml',
    ['dmn', 'cases.yaml'].map((end) => `workspaces/crm/decisions/a.${end}`),
  ],
  ['calendars/office.yaml', ['calendars/office.ics']],
  ['workspaces/crm/processes/lost.bpmn', []],
])('%s is removed with what belongs to it alone', (path, own) => {
  const others = ['workspaces/other/workspace.yaml', 'calendars/official.ics', 'solution.yaml']
  const files = [path, ...own, ...others].map((each) => entry(each))

  expect(ownPaths(files, entry(path))).toEqual([path, ...own])
})

test.each(KINDS)('the file of a new %s is where the server looks for one', (kind) => {
  const app = 'workspaces/crm/apps/leads.yaml'
  const path = pathOf(kind, { workspace: 'crm', app, code: 'ask' })
  const found = identify(path)

  expect(found?.kind).toBe(kind)
  expect(hasCode({ ...entry(path), kind })).toBe(found?.code === 'ask')
})

test('a public form belongs to an app, a module to the company, and administrators add them', () => {
  const app = 'workspaces/crm/apps/leads.yaml'
  expect(pathOf('public-form', { workspace: 'crm', app, code: 'ask' })).toBe(
    'workspaces/crm/apps/leads/forms/ask.yaml',
  )
  expect(pathOf('module', { workspace: 'crm', code: 'desk' })).toBe('modules/desk.yaml')
  const added = (isAdministrator: boolean) =>
    KINDS.filter((kind) => mayAdd({ isAdministrator }, kind))
  expect(added(true)).toEqual(KINDS)
  expect(added(false)).toEqual([
    ...['app', 'page', 'widget', 'report', 'decision', 'contract', 'document', 'extension'],
    'workspace',
  ])
})

test('only the codes of pages and widgets can change once they are published', () => {
  const free = KINDS.filter((kind) => !keepsData({ ...entry(''), kind }))
  expect(free).toEqual(['page', 'widget'])
})
