import {
  appEntity,
  around,
  field,
  type Made,
  type MadeEntity,
  processEntity,
  START,
} from './elma365.ts'

const MODULE = 'ext_27c1fb4a-e011-47a6-aa26-cf0fc42c39cd'

const TEMPLATE: MadeEntity = {
  path: 'entities/hr.trips/0b5aa4cf-598c-4711-b0ce-0fc41ab07805',
  kind: 'doctemplate',
  namespace: 'hr.trips',
  code: '0b5aa4cf-598c-4711-b0ce-0fc41ab07805',
  name: 'Приказ',
  body: { code: '', extension: 'docx', variables: [field('text', 'STRING')] },
  resources: [
    { kind: 'file', path: 'resources/hr.trips/0b5a/order.docx', content: Buffer.from('PK') },
  ],
}

const action = (more: object = {}): MadeEntity => ({
  path: `entities/ca/${MODULE}/lookup_activity.json`,
  kind: 'custom_activity',
  code: 'lookup',
  body: {
    name: 'Look it up',
    async: true,
    context: [
      field('number', 'STRING', { view: { name: 'Number', input: true, data: {} } }),
      field('found', 'BOOLEAN', { view: { name: 'Found', output: true, data: {} } }),
    ],
    data: { scripts: 's3cr3t' },
  },
  ...more,
})

/** A package with something of every kind. */
export const EVERYTHING: Made = {
  head: {
    ...{ title: 'Кадры', code: 'hr', type: 'SOLUTION', description: 'Everything about trips' },
    solution: {
      token: 's3cr3t',
      settings: { security: { kind: 'password_sha256', data: 's3cr3t' } },
    },
    groups: [{ id: 'g', namespace: 'global', code: 'drivers', label: 'Drivers', isRole: true }],
  },
  services: {
    appViews: [
      appEntity(
        'hr',
        'trips',
        [field('title', 'STRING')],
        {
          registrationSettings: { enabled: true, nomenclatureIds: ['n'], restrictRegistration: '' },
        },
        { type: 'DOCUMENT' },
      ),
      appEntity('_clients', '_companies', [
        field('_inn', 'STRING'),
        field('rating', 'FLOAT', { required: true }),
      ]),
    ],
    processor: [
      around(
        'doc_template',
        {
          ...{ namespace: 'hr.trips', code: '0b5aa4cf-598c-4711-b0ce-0fc41ab07805' },
          outputFileCode: 'paper',
        },
        { context: [field('paper', 'FILE')] },
      ),
      action(),
      processEntity(MODULE, 'sync', {
        context: [field('number', 'STRING'), field('found', 'BOOLEAN')],
        items: [
          { id: START, type: 'start' },
          {
            id: 'step',
            type: 'ca',
            settings: {
              ...{ namespace: MODULE, code: 'lookup' },
              input: [
                {
                  source: { kind: 'context', value: 'number' },
                  target: { kind: 'context', value: 'number' },
                },
              ],
            },
          },
          { id: 'end', type: 'end' },
        ],
        transitions: [
          { id: 'in', from: START, to: 'step' },
          { id: 'out', from: 'step', to: 'end' },
        ],
      }),
      processEntity('global', 'holiday', {
        items: [
          { id: START, type: 'start' },
          { id: 'end', type: 'end' },
        ],
        transitions: [{ id: 'in', from: START, to: 'end' }],
      }),
    ],
    extensions: [
      {
        path: `entities/${MODULE}.json`,
        kind: 'extension',
        body: { name: 'Registry', code: 'registry' },
      },
      { path: `entities/${MODULE}___scripts.json`, kind: 'scripts', body: { scripts: 's3cr3t' } },
    ],
    templates: [TEMPLATE],
    contractor: [
      {
        path: 'entities/contractor/hr/papers',
        kind: 'contract',
        body: { view: { name: 'Papers', fields: [field('title', 'STRING')] }, sources: null },
      },
    ],
    settings: [
      {
        path: 'entities/hr.json',
        body: [
          field('limit', 'FLOAT', { defaultValue: 5, indexed: true }),
          field('api_token', 'STRING', { defaultValue: 's3cr3t' }),
        ],
      },
    ],
    pages: [
      {
        path: 'entities/global/hr.json',
        kind: 'page',
        namespace: 'global',
        code: 'hr',
        body: { name: 'Кадры и люди' },
      },
    ],
    serials: [
      { path: 'entities/hr/trips/__default.json', kind: 'serial', body: { nextValue: 17 } },
    ],
    'event-bus': [
      { path: `entities/${MODULE}/x.json`, kind: 'subscription', body: { event: 'item_create' } },
    ],
    mystery: [{ path: 'entities/x.json', kind: 'enigma', body: {} }],
  },
}
