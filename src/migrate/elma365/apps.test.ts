import { expect, test } from 'vitest'
import { parse } from 'yaml'
import {
  appEntity,
  field,
  linesOf,
  type Made,
  type MadeEntity,
  migrationFolder,
  textOf,
} from '../../../test/elma365.ts'
import { coverage } from './coverage.ts'

const { migrate, problemsIn } = await migrationFolder()

const view = (data: object, more: object = {}) => ({ view: { name: 'Field', data, ...more } })

const EVERY_TYPE = [
  field('title', 'STRING', {
    required: true,
    searchable: true,
    ...view({ additionalType: 'string' }),
  }),
  field('note', 'STRING', view({ additionalType: 'text' }, { tooltip: 'Write it down' })),
  field('amount', 'FLOAT'),
  field('pieces', 'FLOAT', { indexed: true, ...view({ additionalType: 'integer' }) }),
  field('count', 'INTEGER'),
  field('done', 'BOOLEAN', { defaultValue: false }),
  field('at', 'DATETIME', view({ additionalType: 'datetime' })),
  field('day', 'DATETIME', view({ additionalType: 'date' })),
  field('clock', 'DATETIME', view({ additionalType: 'time' })),
  field('stage', 'ENUM', {
    data: {
      enumItems: [
        { code: 'one', name: 'First', checked: true },
        { code: 'two', name: 'Second' },
      ],
    },
  }),
  field('tags', 'ENUM', { single: false, data: { enumItems: [{ code: 'a', name: 'A' }] } }),
  field('price', 'MONEY', {
    defaultValue: { cents: 500, currency: 'EUR' },
    ...view({ currency: 'EUR' }),
  }),
  field('phone', 'PHONE'),
  field('mail', 'EMAIL', { single: false }),
  field('account', 'ACCOUNT'),
  field('scan', 'FILE'),
  field('photos', 'IMAGE', { single: false }),
  field('site', 'LINK'),
  field('person', 'FULL_NAME'),
  field('raw', 'JSON'),
  field('role', 'ROLE'),
  field('about', 'REF_ITEM'),
  field('manager', 'SYS_USER', { data: { filter: { enabled: true } } }),
  field('trip', 'SYS_COLLECTION', { data: { namespace: 'hr', code: 'trips' } }),
  field('company', 'SYS_COLLECTION', {
    single: false,
    data: { namespace: '_clients', code: '_companies' },
  }),
  field('elsewhere', 'SYS_COLLECTION', { data: { namespace: 'other', code: 'app' } }),
  field('lines', 'TABLE', {
    data: {
      fields: [
        field('__count', 'FLOAT'),
        field('thing', 'STRING', { indexed: true }),
        field('trip', 'SYS_COLLECTION', { data: { namespace: 'hr', code: 'trips' } }),
      ],
      result: { thing: { kind: 'sum' } },
    },
  }),
  field('folder', 'CATEGORY'),
  field('state', 'STATUS'),
  field('gone', 'STRING', { deleted: true }),
  field('__status', 'STATUS'),
  field('__file', 'FILE'),
]

const only = (...entities: MadeEntity[]): Made => ({ services: { appViews: entities } })

test('fields of every type become fields of ours', async () => {
  const migrated = await migrate(only(appEntity('hr', 'trips', EVERY_TYPE)))

  expect(await problemsIn(migrated)).toEqual([])
  const { fields } = parse(textOf(migrated, 'workspaces/hr/apps/trips.yaml') ?? '')
  expect(fields).toMatchObject({
    title: { type: 'STRING', required: true, searchable: true },
    note: { type: 'STRING', kind: 'multiline', tooltip: 'Write it down' },
    amount: { type: 'FLOAT' },
    pieces: { type: 'INTEGER', indexed: true },
    count: { type: 'INTEGER' },
    done: { type: 'BOOLEAN', default: false },
    day: { type: 'DATETIME', kind: 'date' },
    clock: { type: 'DATETIME', kind: 'time' },
    stage: {
      type: 'CATEGORY',
      options: { one: 'First', two: 'Second' },
      default: [{ code: 'one' }],
    },
    tags: { type: 'CATEGORY', multiple: true },
    price: { type: 'MONEY', currency: 'EUR', default: { cents: 500, currency: 'EUR' } },
    phone: { type: 'PHONE', single: true },
    photos: { type: 'IMAGE', single: false },
    trip: { type: 'SYS_COLLECTION', app: 'hr/trips' },
    company: { type: 'SYS_COLLECTION', app: '_clients/_companies', single: false },
    elsewhere: { type: 'REF_ITEM' },
    lines: { type: 'TABLE', columns: { thing: { type: 'STRING' }, trip: { app: 'hr/trips' } } },
    folder: { type: 'JSON' },
    file: { type: 'FILE' },
  })
  expect(Object.keys(fields)).not.toContain('gone')
  expect(fields.mail).not.toHaveProperty('single')
})

test('what a field cannot keep is told by its name', async () => {
  const lines = linesOf(await migrate(only(appEntity('hr', 'trips', EVERY_TYPE))))

  expect(lines).toEqual([
    expect.stringMatching(/^by hand .*: manager: the filter/),
    expect.stringMatching(/^changed .*: elsewhere: the app other\/app is not in the package/),
    expect.stringMatching(/^by hand .*: lines: totals/),
    expect.stringMatching(/^not understood .*: folder \(CATEGORY\): it is a tree of folders/),
    expect.stringMatching(/^not understood .*: state \(STATUS\): /),
    expect.stringMatching(/^changed .*: __file: its code is "file"/),
  ])
})

test('every type of field that packages are known to have is tried', () => {
  const tried = new Set(EVERY_TYPE.map(({ type }) => type))
  expect(Object.keys(coverage.field).filter((type) => !tried.has(type))).toEqual([])
})

test('a field of an unknown type is kept as JSON, and named', async () => {
  const migrated = await migrate(only(appEntity('hr', 'trips', [field('aura', 'COLOUR')])))

  expect(await problemsIn(migrated)).toEqual([])
  expect(textOf(migrated, 'workspaces/hr/apps/trips.yaml')).toContain(
    'aura: { name: AURA, type: JSON }',
  )
  expect(linesOf(migrated)).toEqual([
    'not understood appView hr/trips: aura (COLOUR): nobody has described "COLOUR" yet',
  ])
})

const STATUS = {
  enabled: true,
  manualChange: false,
  items: [
    { id: 3, code: 'new', name: 'New', groupId: 1 },
    { id: 7, code: 'в работе', name: 'В работе', groupId: 1 },
    { id: 9, code: 'new', name: 'New again', groupId: 2, jumpToStatuses: [3] },
  ],
  groups: [
    { id: 1, code: '__default', name: 'Life' },
    { id: 2, code: 'end', name: '' },
    { id: 3, code: 'empty', name: 'Empty' },
  ],
}

test('statuses keep their numbers, and get codes that work', async () => {
  const migrated = await migrate(only(appEntity('hr', 'trips', [], { status: STATUS })))

  expect(await problemsIn(migrated)).toEqual([])
  expect(parse(textOf(migrated, 'workspaces/hr/apps/trips.yaml') ?? '')).toMatchObject({
    statuses: [
      {
        code: '__default',
        name: 'Life',
        statuses: [
          { id: 3, code: 'new', name: 'New' },
          { id: 7, code: 'v_rabote', name: 'В работе' },
        ],
      },
      { code: 'end', name: 'end', statuses: [{ id: 9, code: 'new_2', name: 'New again' }] },
    ],
    transitions: [{ from: '*', to: '*', by: ['process', 'group:administrators'] }],
  })
  expect(linesOf(migrated)).toEqual([
    expect.stringContaining('status New again: which status follows'),
  ])
})

const condition = (a: string, relation: string, b?: unknown, more: object = {}) => ({
  a: { kind: 'context', value: a },
  ...(b !== undefined && { b: { kind: 'manual', value: b } }),
  inversion: false,
  operation: { relation, inversion: false, caseInsensitive: false, ...more },
  conjunction: false,
})

const FORMS = {
  create: {
    fields: [
      { code: '__name', required: true },
      { code: 'title', required: true },
      { code: 'note', readonly: true },
      { code: '__status' },
      { code: 'unknown' },
    ],
  },
  edit: { fields: [{ code: 'title' }], widgetCode: '_edit' },
  view: { fields: [{ code: 'title' }], widgetCode: '_missing' },
  tile: { fields: [{ code: 'title' }] },
  fieldVisibilityConditions: {
    title: {
      enabled: true,
      conditions: [condition('note', 'empty', undefined, { inversion: true })],
    },
    note: { enabled: true, conditions: [condition('title', 'resembles', 'x')] },
    done: { enabled: false, conditions: [condition('title', 'resembles', 'x')] },
  },
}

const LAYOUT: MadeEntity = {
  path: 'entities/hr.trips/_edit',
  kind: 'widget',
  namespace: 'hr.trips',
  code: '_edit',
  body: {
    descriptor: {
      clientScripts: 'alert("s3cr3t")',
      template: {
        content: {
          '': [
            { values: { control: { path: ['item', 'note'] }, required: true } },
            {
              content: {
                left: [{ values: { control: { path: ['item', 'title'] }, __readOnly: true } }],
              },
            },
          ],
        },
      },
    },
  },
}

test('forms become lists of fields, with the conditions that are understood', async () => {
  const fields = [field('title', 'STRING'), field('note', 'STRING'), field('done', 'BOOLEAN')]
  const migrated = await migrate({
    services: {
      appViews: [appEntity('hr', 'trips', fields, { advancedForms: FORMS })],
      widgets: [LAYOUT],
    },
  })

  expect(await problemsIn(migrated)).toEqual([])
  const visible = { not: { eq: [{ field: 'note' }, null] } }
  expect(parse(textOf(migrated, 'workspaces/hr/apps/trips.yaml') ?? '').forms).toEqual({
    create: [
      { field: '__name', required: true },
      { field: 'title', visible, required: true },
      { field: 'note', readOnly: true },
    ],
    edit: [
      { field: 'note', required: true },
      { field: 'title', visible, readOnly: true },
    ],
    view: [{ field: 'title', visible }],
  })
  const app = linesOf(migrated).filter((line) => line.includes('appView'))
  expect(app).toEqual([
    expect.stringContaining('changed appView hr/trips: form tile: '),
    'not understood appView hr/trips: when note is shown: relation "resembles": nobody has described "resembles" yet',
    'not understood appView hr/trips: form create: there is no field "unknown"',
    expect.stringContaining('changed appView hr/trips: form edit: its layout is a list'),
    expect.stringContaining(
      'by hand appView hr/trips: form view: its layout is not in the package',
    ),
  ])
  expect(JSON.stringify([...migrated.files.values()].map(String))).not.toContain('s3cr3t')
})

const names: [settings: object, template: string | undefined, line: RegExp | undefined][] = [
  [{ titleGenerateMethod: 'template', titleTemplate: 'Trip {$title}' }, 'Trip {$title}', undefined],
  [{ titleGenerateMethod: 'keyvar', titleTemplate: 'Trip {$title}' }, undefined, undefined],
  [
    {
      titleGenerateMethod: 'template',
      titleTemplate: 'No {$__index} {ToString({$title}, short, Д)}',
    },
    'No {$__index} {$title}',
    /changed .*functions around fields/,
  ],
  [{ titleGenerateMethod: 'template', titleTemplate: '{$gone.name}' }, undefined, /by hand .*gone/],
]

test.each(names)('a name is built as %j says', async (nameSettings, template, line) => {
  const app = appEntity('hr', 'trips', [field('title', 'STRING')], { nameSettings })
  const migrated = await migrate(only(app))

  expect(await problemsIn(migrated)).toEqual([])
  expect(parse(textOf(migrated, 'workspaces/hr/apps/trips.yaml') ?? '').nameTemplate).toBe(template)
  expect(linesOf(migrated)).toEqual(line ? [expect.stringMatching(line)] : [])
})

test('a default that looks like a secret stays where it was', async () => {
  const secret = field('api_token', 'STRING', { defaultValue: 's3cr3t' })
  const migrated = await migrate(only(appEntity('hr', 'trips', [secret])))

  expect(textOf(migrated, 'workspaces/hr/apps/trips.yaml')).not.toContain('s3cr3t')
  expect(JSON.stringify(migrated.report)).not.toContain('s3cr3t')
  expect(linesOf(migrated)).toEqual([expect.stringContaining('looks like a secret')])
})
