import { expect, test } from 'vitest'
import {
  appEntity,
  around,
  field,
  type Made,
  type MadeEntity,
  migrationFolder,
  processEntity,
  START,
} from '../../../test/elma365.ts'
import { caseOf, coverage, type Family } from './coverage.ts'

const { migrate, problemsIn } = await migrationFolder()

const TRIP = field('trip', 'SYS_COLLECTION', { data: { namespace: 'hr', code: 'trips' } })
const CONTEXT = [TRIP, field('boss', 'SYS_USER'), field('text', 'STRING'), field('day', 'DATETIME')]
const STATUS = { enabled: true, items: [{ id: 2, code: 'done', name: 'Done' }], groups: [] }
const APP = appEntity('hr', 'trips', [field('title', 'STRING')], { status: STATUS })

const withProcess = (...entities: MadeEntity[]): Made => ({
  services: { appViews: [APP], processor: entities },
})

const step = (type: string, settings: object = {}) =>
  withProcess(around(type, settings, { context: CONTEXT }))

const binding = (more: object) => ({
  source: { kind: 'context', value: 'text' },
  target: { kind: 'context', value: 'text' },
  ...more,
})
const assign = (more: object) => step('assignment', { bindings: [binding(more), binding({})] })

const condition = (relation: string, more: object = {}) => ({
  a: { kind: 'context', value: 'text' },
  b: { kind: 'manual', value: 'x' },
  operation: { relation, inversion: false },
  ...more,
})
const asking = (given: object) =>
  withProcess(
    processEntity('hr.trips', 'approve', {
      context: CONTEXT,
      items: [
        { id: START, type: 'start' },
        { id: 'choice', type: 'gateway', settings: { type: 'exclusive' } },
        { id: 'end', type: 'end' },
        { id: 'other', type: 'end' },
      ],
      transitions: [
        { id: 'in', from: START, to: 'choice' },
        { id: 'yes', from: 'choice', to: 'end', settings: { conditions: [given] } },
        { id: 'no', from: 'choice', to: 'other', type: 'default' },
      ],
    }),
  )

const exits = (type: string, exit: object | null) =>
  withProcess(
    processEntity('hr.trips', 'approve', {
      context: CONTEXT,
      items: [
        { id: START, type: 'start' },
        {
          id: 'task',
          type: 'user',
          settings: {
            escalation: {
              byTime: {
                enabled: true,
                limit: { kind: 'duration', days: 1 },
                action: { exit: type === 'timer' ? 'out' : '' },
              },
              byError: { exit: type === 'error' ? 'out' : '' },
            },
          },
        },
        { id: 'end', type: 'end' },
      ],
      transitions: [
        { id: 'in', from: START, to: 'task' },
        { id: 'out', from: 'task', to: 'end', type, settings: { exit } },
        { id: 'done', name: 'Done', from: 'task', to: 'end' },
      ],
    }),
  )

const lane = (settings: object) =>
  withProcess(
    processEntity('hr.trips', 'approve', {
      context: CONTEXT,
      items: [
        { id: START, type: 'start' },
        { id: 'end', type: 'end' },
      ],
      transitions: [{ id: 'in', from: START, to: 'end' }],
      lanes: { lane1: settings },
    }),
  )

const rights = (accessType: string, type: string, right: string): Made => ({
  services: {
    appViews: [APP],
    permissionsSettings: [
      {
        path: 'entities/hr/trips.permissionSettings.json',
        kind: 'permissionSettings',
        body: {
          ...{
            Namespace: 'hr',
            Code: 'trips',
            groups: [{ id: 'g', namespace: 'hr', code: 'all' }],
          },
          settings: {
            accessType,
            __permissions: { values: [{ group: { id: 'g', type }, types: [right] }] },
          },
        },
      },
    ],
  },
})

/** Components that are more than a name. */
const BODIES: Record<string, Partial<MadeEntity>> = {
  contract: { body: { view: { name: 'Papers', fields: [] } } },
  custom_activity: { path: 'entities/ca/ext_1/look_activity.json' },
  subscription: { path: 'entities/ext_1/a.json', body: { event: 'item_create' } },
}

const component = (kind: string): Made => {
  const thing = { path: `entities/hr/thing.${kind}.json`, namespace: 'hr', code: 'thing', body: {} }
  const some = kind === 'appView' ? [] : [{ ...thing, kind, ...BODIES[kind] }]
  return { services: { appViews: [APP], some } }
}

const subscription = (more: object): Made => ({
  services: {
    appViews: [APP],
    'event-bus': [
      {
        ...{ path: 'entities/ext_1/a.json', kind: 'subscription', namespace: 'ext_1' },
        body: {
          ...{ name: 'Heard', handlerType: 'script', event: 'item_update' },
          handlerData: { scripts: 'async function action() {}' },
          ...more,
        },
      },
    ],
  },
})

/** What elements need to be understood. */
const SETTINGS: Record<string, object> = {
  gateway: { type: 'exclusive' },
  event: { kind: 'timer', timer: { kind: 'duration', hours: 1, absolute: true } },
  assignment: { bindings: [binding({})] },
  status: { variable: 'trip', status: 2 },
  app_create: { variable: 'trip', bindings: [] },
  app_update: { variable: 'trip', bindings: [] },
  notification: { receivers: [{ kind: 'context', code: 'boss' }], messageHeader: 'Hello {$text}' },
  send_mail: {
    mainOptions: { to: [{ kind: 'context', code: 'boss' }], subject: 'Hello', message: '' },
  },
  call: { namespace: 'hr.trips', code: 'approve', input: [], output: [] },
  approval_list_process: { targetFieldCode: 'trip' },
  approval_list_close: { targetFieldCode: 'trip', approved: true },
  inform_list_process: { targetFieldCode: 'trip' },
  sign_item: { target: 'trip' },
}
/** These lie in other parts of a package, and have tests of their own. */
const ELSEWHERE = ['doc_template', 'ca', 'start', 'end']

/** A package in which something of a family is said. */
const trials: Record<Family, (name: string) => Made> = {
  component,
  field: (type) => ({ services: { appViews: [appEntity('hr', 'trips', [field('x', type)])] } }),
  appType: (type) => ({ services: { appViews: [appEntity('hr', 'trips', [], {}, { type })] } }),
  form: (name) => ({
    services: {
      appViews: [
        appEntity('hr', 'trips', [field('title', 'STRING')], {
          advancedForms: { [name]: { fields: [{ code: 'title' }] } },
        }),
      ],
    },
  }),
  right: (right) => rights('collection', 'group', right),
  subject: (type) => rights('collection', type, 'read'),
  accessType: (type) => rights(type, 'group', 'read'),
  element: (type) => (ELSEWHERE.includes(type) ? step('user') : step(type, SETTINGS[type])),
  handler: (handlerType) => subscription({ handlerType }),
  happening: (event) => subscription({ event }),
  gateway: (type) => step('gateway', { type }),
  event: (kind) => step('event', { ...SETTINGS.event, kind }),
  transition: (type) => exits(type, null),
  lane: (type) =>
    lane({ type, variable: 'boss', groups: [{ kind: 'common', namespace: 'hr', code: 'all' }] }),
  laneGroup: (kind) =>
    lane({ type: 'static', groups: [null, { kind, namespace: 'hr', code: 'all' }] }),
  relation: (relation) => asking(condition(relation)),
  operand: (kind) => asking(condition('equal', { b: { kind, value: 'text' } })),
  binding: (kind) => assign({ source: { kind, value: 'text' } }),
  conversion: (convert) => assign({ convert }),
  receiver: (kind) =>
    step('notification', {
      receivers: [
        { kind: 'context', code: 'boss' },
        { kind, namespace: 'hr', code: kind === 'context' ? 'boss' : 'all' },
      ],
    }),
  time: (kind) =>
    step('event', {
      kind: 'timer',
      timer: { kind, code: 'day', days: 0, hours: kind === 'duration' ? 2 : 0 },
    }),
  confirm: (confirm) => exits('plain', { confirm, formFields: [{ code: 'text' }] }),
}

const families = Object.keys(coverage) as Family[]
const cases = families.flatMap((family) =>
  [...Object.keys(coverage[family]), 'unheard_of'].map((name) => [family, name] as const),
)
/** A form that nobody knows is not looked for. */
const quiet = ['form unheard_of']

test.each(cases)('%s "%s" is taken, or refused by its name', async (family, name) => {
  const migrated = await migrate(trials[family](name))

  expect(await problemsIn(migrated)).toEqual([])
  const { outcome, why } = caseOf(family, name)
  const entries = migrated.report.entries.filter(
    ({ kind }) => !['widget', 'group'].includes(kind) || family === 'component',
  )
  const told = entries.flatMap(({ kind, lines }) =>
    lines.map((line) => `${line.outcome} ${kind} ${line.what}: ${line.why}`),
  )
  if (quiet.includes(`${family} ${name}`)) expect(told).toEqual([])
  else if (outcome === 'taken' && family !== 'component') {
    expect(told.filter((line) => line.startsWith('not understood'))).toEqual([])
  } else if (outcome !== 'taken') expect(told.join('\n')).toContain(why)
})

/** As the facts about packages list them. */
const FACTS: Partial<Record<Family, string>> = {
  element:
    'start end user script gateway event assignment status app_create app_update app_element_permissions doc_template pdf_convert file_template send_sms notification send_mail call ca approval_list_process approval_list_close inform_list_process sign_item registration',
  field:
    'STRING FLOAT BOOLEAN DATETIME ENUM CATEGORY MONEY PHONE EMAIL FILE IMAGE ACCOUNT LINK FULL_NAME JSON ROLE REF_ITEM STATUS SYS_USER SYS_COLLECTION TABLE',
  relation: 'equal greater empty',
  binding: 'context manual',
  conversion: 'to_scalar to_array',
  lane: 'dynamic static',
  laneGroup: 'common',
  gateway: 'exclusive inclusive parallel',
  event: 'timer app_await_status',
  transition: 'plain default error timer',
  handler: 'script process',
  happening: 'item_create item_update',
  receiver: 'context current group system',
  time: 'duration variable',
  confirm: 'none text form',
  right: 'read create update delete assign bpmanage export import',
  subject: 'user group role orgstruct',
  accessType: 'none collection directory row',
  appType: 'STANDARD EVENT DOCUMENT',
  component:
    'appView template custom_activity custom_activity_group widget page permissionSettings pagePermissions applicationDirectoriesPermissions group serial doctemplate contract extension scripts subscription localization element_activity_settings warm_up_stages_settings',
}

test.each(Object.entries(FACTS))(
  'every %s that packages are known to have has a case',
  (family, names) => {
    const known = Object.keys(coverage[family as Family])
    expect(names.split(' ').filter((name) => !known.includes(name))).toEqual([])
  },
)
