import { expect, test } from 'vitest'
import { startApp } from '../../../test/app.ts'
import { solution } from '../../../test/solution.ts'

/** Hints for typos name what is there: they must not name what the caller may not see. */

const { as, admin, make } = await startApp()
await as(admin).solutions.apply({ input: { files: solution('sales') } })
await as(admin).solutions.apply({
  input: {
    files: solution('vault', {
      'workspaces/vault/groups/board.yaml': 'name: Board\n',
      'workspaces/vault/apps/salaries.yaml': `name: Salaries
fields:
  bonus: { name: Bonus, type: INTEGER }
  person: { name: Person, type: STRING }
fieldRights: { bonus: { "group:vault/board": [read] } }
statuses: [{ code: main, name: Main, statuses: [{ id: 1, code: secretly, name: Secretly }] }]
`,
      'workspaces/vault/contracts/people.yaml':
        'name: People\nfields: { person: { name: Person, type: STRING } }\napps: { vault/salaries: { person: person } }\n',
      'workspaces/vault/reports/payroll.yaml':
        'name: Payroll\ncolumns: { person: { name: Person, type: STRING } }\nparameters: { payday: { name: Day, type: INTEGER } }\nquery: { app: vault/salaries }\n',
      'workspaces/vault/pages/overview.yaml': 'name: Overview\n',
    }),
  },
})
const builder = await make.user()
for (const [kind, object, right] of [['workspace', 'sales', 'manage']] as const) {
  await as(admin).access.grant({
    input: { kind, object, right, subjectKind: 'user', subject: builder.id },
  })
}

const report = (query: string, columns = 'person: { name: P, type: STRING }') =>
  `name: R\ncolumns: { ${columns} }\nquery: ${query}\n`
const widget = (type: string, settings: string) => `name: W\ntype: ${type}\nsettings: ${settings}\n`

/** Each has a typo, and what a hint would name. */
const TYPOS: Record<string, [text: string, secret: RegExp]> = {
  'apps/a.yaml': [
    'name: A\nfields: { x: { name: X, type: SYS_COLLECTION, app: vault/salarie } }\n',
    /salaries/,
  ],
  'contracts/b.yaml': [
    'name: B\nfields: { x: { name: X, type: STRING } }\napps: { vault/salaries: { x: persn } }\n',
    /person/,
  ],
  'contracts/c.yaml': [
    'name: C\nfields: { x: { name: X, type: STRING } }\napps: { vault/salaris: { x: person } }\n',
    /salaries/,
  ],
  'reports/d.yaml': [report('{ app: vault/salaries, filter: { tf: { persn: a } } }'), /person/],
  'reports/e.yaml': [report('{ contract: vault/poeple }'), /people/],
  'reports/f.yaml': [
    report('{ app: vault/salaries }', 'persn: { name: P, type: STRING }'),
    /person/,
  ],
  'widgets/g.yaml': [widget('list', '{ app: vault/salaries, columns: [persn] }'), /person/],
  'widgets/h.yaml': [widget('list', '{ app: vault/salaries, statusCode: [secretl] }'), /secretly/],
  'widgets/i.yaml': [widget('report', '{ report: vault/payrol }'), /payroll/],
  'widgets/j.yaml': [
    widget('report', '{ report: vault/payroll, parameters: { paydy: 1 } }'),
    /payday/,
  ],
}

const problemsFor = async (user: { token: string }) => {
  const { draft } = await as(user).drafts.create({ input: { solution: 'sales' } })
  const edits = Object.entries(TYPOS).map(([path, [text]]) => ({
    file: `workspaces/sales/${path}`,
    op: 'write' as const,
    text,
  }))
  const { problems } = await as(user).drafts.edit({ params: { id: draft.id }, input: { edits } })
  return new Map(
    problems.map(({ file, message }) => [file.slice('workspaces/sales/'.length), message]),
  )
}
const [told, seen] = [await problemsFor(builder), await problemsFor(admin)]

test.each(Object.entries(TYPOS))('%s', (path, [text, secret]) => {
  expect(seen.get(path)).toMatch(secret)
  const given = text.match(/vault\/\w+/)?.[0] ?? ''
  expect(told.get(path)?.replaceAll(given, '')).not.toMatch(secret)
})

test('a field that is hidden is unknown, as one that is not there', async () => {
  const { draft } = await as(builder).drafts.create({ input: { solution: 'sales' } })
  const names = ['bonus', 'nothing']
  const edits = names.map((code) => ({
    file: `workspaces/sales/reports/${code}.yaml`,
    op: 'write' as const,
    text: report('{ app: vault/salaries }', `${code}: { name: X, type: INTEGER }`),
  }))
  const { problems } = await as(builder).drafts.edit({ params: { id: draft.id }, input: { edits } })

  expect(problems.map(({ message }) => message).toSorted()).toEqual(
    names.map((code) => `the app has no field "${code}"`),
  )
})

test('a choice without options is a problem at its field', async () => {
  const { draft } = await as(builder).drafts.create({ input: { solution: 'sales' } })
  const text = 'name: A\nfields: { kind: { name: Kind, type: CATEGORY, options: {} } }\n'
  const edits = [{ file: 'workspaces/sales/apps/a.yaml', op: 'write' as const, text }]
  const { problems } = await as(builder).drafts.edit({ params: { id: draft.id }, input: { edits } })

  expect(problems).toMatchObject([
    { at: ['fields', 'kind', 'options'], message: 'a choice needs at least one option' },
  ])
})
