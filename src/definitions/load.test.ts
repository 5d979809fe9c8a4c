import { expect, test } from 'vitest'
import { loadSolution } from './load.ts'
import { checkReferences } from './references.ts'

const base = {
  'solution.yaml': 'code: demo\nname: Demo\nversion: 1.0.0\n',
  'workspaces/crm/workspace.yaml': 'name: CRM\n',
}

const load = (files: Record<string, string>) =>
  loadSolution(
    Object.entries({ ...base, ...files }).map(([path, text]) => ({
      path,
      content: Buffer.from(text),
    })),
  )

const problemsOf = (files: Record<string, string>) => {
  const { loaded, problems } = load(files)
  const found = loaded ? checkReferences(loaded.definitions, []) : problems
  return found.map(({ file, line, column, message }) => `${file}:${line}:${column} ${message}`)
}

const APP = 'workspaces/crm/apps/deals.yaml'
const app = (text: string) => ({ [APP]: text })

test('a solution is read with what each file defines', () => {
  const { loaded, problems } = load({
    ...app('name: Deals\nfields:\n  title: { name: Title, type: STRING }\n'),
    'workspaces/crm/apps/deals/processes/approve.yaml': 'name: Approve\n',
    'workspaces/crm/apps/deals/processes/approve.bpmn': '<definitions/>',
    'people/groups/sales.yaml': 'name: Sales\n',
  })

  expect(problems).toEqual([])
  expect(
    loaded?.definitions.map(({ kind, namespace, code }) => `${kind} ${namespace}/${code}`),
  ).toEqual([
    'solution global/demo',
    'workspace crm/crm',
    'app crm/deals',
    'process crm.deals/approve',
    'group global/sales',
  ])
  expect(loaded?.definitions[3]?.attachments.bpmn?.toString()).toBe('<definitions/>')
})

test('the same definition has the same id wherever it is loaded', () => {
  const id = () =>
    load(app('name: Deals\n')).loaded?.definitions.find(({ kind }) => kind === 'app')?.id

  expect(id()).toMatch(/^[0-9a-f-]{36}$/)
  expect(id()).toBe(id())
})

const cases: [string, Record<string, string>, string[]][] = [
  [
    'not YAML',
    app('name: [Deals'),
    [
      `${APP}:1:13 flow sequence in block collection must be sufficiently indented and end with a ]`,
    ],
  ],
  [
    'a list instead of a map',
    app('- name: Deals'),
    [`${APP}:1:1 "the file": expected an object, received a list`],
  ],
  [
    'an unknown key, with the one that was meant',
    app('name: Deals\nelementNmae: Deal\n'),
    [`${APP}:2:1 unknown key "elementNmae", did you mean "elementName"?`],
  ],
  [
    'an unknown key of a field',
    app('name: Deals\nfields:\n  title: { name: T, type: STRING, requird: true }\n'),
    [`${APP}:3:35 unknown key "requird", did you mean "required"?`],
  ],
  ['a missing key', app('icon: x\n'), [`${APP}:1:1 "name" is missing`]],
  [
    'an unknown type',
    app('name: Deals\nfields:\n  title: { name: T, type: STRNG }\n'),
    [`${APP}:3:27 unknown type "STRNG", did you mean "STRING"?`],
  ],
  [
    'a field twice',
    app('name: Deals\nfields:\n  a: { name: A, type: STRING }\n  a: { name: B, type: STRING }\n'),
    [`${APP}:4:3 map keys must be unique`],
  ],
  [
    'a reserved field code',
    app('name: Deals\nfields:\n  __id: { name: A, type: STRING }\n'),
    [`${APP}:3:3 "__id": codes starting with "__" are reserved`],
  ],
  [
    'a column of the database itself',
    app('name: Deals\nfields:\n  xmin: { name: A, type: STRING }\n'),
    [`${APP}:3:3 "xmin": the database has a column of this name in every table`],
  ],
  ...['__proto__', 'constructor', 'hasOwnProperty'].map((key): (typeof cases)[number] => [
    `a field that every object has: ${key}`,
    app(`name: Deals\nfields:\n  ${key}: { name: A, type: STRING }\n`),
    [`${APP}:3:3 the key "${key}" is reserved`],
  ]),
  [
    'a code with SQL in it',
    app("name: Deals\nfields:\n  'a\"; drop table x': { name: A, type: STRING }\n"),
    [
      `${APP}:3:3 "a"; drop table x": a code starts with a letter or "_", then letters, digits and "_"`,
    ],
  ],
  [
    'a status twice',
    app(
      'name: D\nstatuses:\n- code: main\n  name: M\n  statuses:\n  - { id: 1, code: a, name: A }\n  - { id: 1, code: a, name: B }\n',
    ),
    [`${APP}:7:11 the status id 1 is used twice`, `${APP}:7:20 the status "a" is there twice`],
  ],
  [
    'a form with an unknown field',
    app('name: D\nfields:\n  title: { name: T, type: STRING }\nforms:\n  edit: [titel]\n'),
    [`${APP}:5:10 unknown field "titel", did you mean "title"?`],
  ],
  [
    'a name template with an unknown field',
    app(
      'name: D\nnameTemplate: "{$__index} {$subject}"\nfields:\n  title: { name: T, type: STRING }\n',
    ),
    [
      `${APP}:2:15 unknown field "subject", expected one of "title", "__index", "__createdAt", "__createdBy", "__id"`,
    ],
  ],
  [
    'a right for a group that does not exist',
    app('name: D\nrights:\n  group:sales: [read]\n'),
    [`${APP}:3:16 there is no group "global/sales"`],
  ],
  [
    'an app without its workspace',
    { 'workspaces/hr/apps/staff.yaml': 'name: Staff\n' },
    ['workspaces/hr/apps/staff.yaml:1:1 the workspace "hr" has no workspace.yaml'],
  ],
  [
    'a mistake in an app, without a word about what belongs to the app',
    { ...app('nam: Deals\n'), 'workspaces/crm/apps/deals/groups/buyers.yaml': 'name: Buyers\n' },
    [`${APP}:1:1 "name" is missing`, `${APP}:1:1 unknown key "nam", did you mean "name"?`],
  ],
  [
    'a reserved workspace',
    { 'workspaces/system/workspace.yaml': 'name: S\n' },
    ['workspaces/system/workspace.yaml:1:1 the code "system" is reserved'],
  ],
  [
    'a system code',
    { 'workspaces/_x/workspace.yaml': 'name: S\n' },
    ['workspaces/_x/workspace.yaml:1:1 codes starting with "_" are reserved for the system: "_x"'],
  ],
  [
    'a file in a wrong place',
    { 'workspace/crm/x.yaml': 'name: S\n' },
    ['workspace/crm/x.yaml:1:1 no file is expected at this path, did you mean "workspaces"?'],
  ],
  [
    'a process without its diagram',
    { 'workspaces/crm/processes/p.yaml': 'name: P\n' },
    ['workspaces/crm/processes/p.yaml:1:1 the file "p.bpmn" is missing'],
  ],
  [
    'a name of 10,000 characters',
    app(`name: ${'x'.repeat(10_000)}\n`),
    [`${APP}:1:7 "name": expected at most 500 characters, received 10000`],
  ],
]

test.each(cases)('%s is told with its place', (_, files, expected) => {
  expect(problemsOf(files)).toEqual(expected)
})

test('all problems of all files come at once', () => {
  const found = problemsOf({
    ...app('nam: Deals\nfields:\n  a: { type: STRING }\n'),
    'people/groups/x.yaml': 'name: ""\n',
  })

  expect(found).toHaveLength(4)
})

test('1001 fields are too many', () => {
  const fields = Array.from({ length: 1001 }, (_, at) => `  f${at}: { name: F, type: STRING }`)

  expect(problemsOf(app(`name: D\nfields:\n${fields.join('\n')}\n`))).toEqual([
    `${APP}:3:3 "fields": at most 1000 fields`,
  ])
})

test('a bomb of aliases is refused', () => {
  const lines = Array.from(
    { length: 20 },
    (_, at) => `l${at + 1}: &l${at + 1} [*l${at},*l${at},*l${at},*l${at},*l${at},*l${at}]`,
  )

  const found = problemsOf(app(`name: D\nl0: &l0 [x]\n${lines.join('\n')}\n`))

  expect(found).toEqual([`${APP}:1:1 excessive alias count indicates a resource exhaustion attack`])
})
