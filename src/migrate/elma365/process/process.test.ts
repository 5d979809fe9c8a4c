import { expect, test } from 'vitest'
import { parse } from 'yaml'
import {
  appEntity,
  around,
  field,
  linesOf,
  type Made,
  type MadeEntity,
  migrationFolder,
  processEntity,
  START,
  textOf,
} from '../../../../test/elma365.ts'
import { compile } from '../../../engine/compile.ts'
import type { Migrated } from '../convert.ts'

const { migrate, problemsIn } = await migrationFolder()

const TRIP = field('trip', 'SYS_COLLECTION', { data: { namespace: 'hr', code: 'trips' } })
const CONTEXT = [TRIP, field('boss', 'SYS_USER'), field('text', 'STRING'), field('ok', 'BOOLEAN')]
const STATUS = { enabled: true, items: [{ id: 2, code: 'done', name: 'Done' }], groups: [] }

const withProcess = (
  processes: MadeEntity[],
  settings: object = {},
  more: Made['services'] = {},
): Made => ({
  services: {
    appViews: [
      appEntity('hr', 'trips', [field('title', 'STRING')], { status: STATUS, ...settings }),
    ],
    processor: processes,
    ...more,
  },
})

const BPMN = 'workspaces/hr/apps/trips/processes/approve.bpmn'
const YAML = 'workspaces/hr/apps/trips/processes/approve.yaml'

const modelOf = async (migrated: Migrated) => (await compile(textOf(migrated, BPMN) ?? '')).model

const stepOf = async (made: Made) => {
  const migrated = await migrate(made)
  expect(await problemsIn(migrated)).toEqual([])
  return { step: (await modelOf(migrated))?.nodes.e_step, migrated }
}

const one = (type: string, settings: object, more: object = {}) =>
  stepOf(withProcess([around(type, settings, { context: CONTEXT, ...more })]))

const CHOICES = processEntity('hr.trips', 'approve', {
  __name: 'Approve a trip',
  context: CONTEXT,
  lanes: {
    lane1: { type: 'dynamic', variable: '__createdBy' },
    lane2: {
      type: 'static',
      groups: [null, { kind: 'common', namespace: 'hr', code: 'managers' }],
    },
    lane3: { type: 'dynamic', variable: 'boss', multiInstance: true },
  },
  items: [
    {
      id: START,
      type: 'start',
      name: '',
      settings: {
        titleTemplate: 'Trip {$trip}',
        formFields: [{ code: 'trip', required: true }],
      },
    },
    {
      id: 'task',
      type: 'user',
      name: 'Look at it',
      lane: 'lane2',
      settings: {
        name: 'Look at {$trip}',
        allowReassign: false,
        formFields: [
          { code: 'text', required: true },
          { code: 'trip', readonly: true, subfields: [{ code: 'title' }] },
          { code: '__comment' },
          { code: 'gone' },
        ],
        escalation: {
          byTime: {
            enabled: true,
            limit: { kind: 'duration', days: 2, hours: 0, minutes: 0, absolute: false },
            action: {
              notify: true,
              interrupt: true,
              exit: 'late',
              receivers: ['current', { kind: 'context', code: 'boss' }],
            },
          },
        },
      },
    },
    {
      id: 'choice',
      type: 'gateway',
      name: 'Large?',
      settings: { type: 'exclusive', useFunc: true, func: 'isLarge', funcType: 'BOOLEAN' },
    },
    { id: 'everybody', type: 'user', name: 'Everybody looks', lane: 'lane3' },
    { id: 'end', type: 'end', name: '' },
  ],
  transitions: [
    { id: 'begin', from: START, to: 'task' },
    {
      id: 'agree',
      name: 'Agree',
      from: 'task',
      to: 'choice',
      settings: {
        exit: { confirm: 'text', confirmText: 'Sure?', buttonClass: 'primary', skipCheck: true },
      },
    },
    { id: 'refuse', from: 'task', to: 'end' },
    { id: 'late', from: 'task', to: 'end', type: 'timer' },
    {
      id: 'large',
      from: 'choice',
      to: 'everybody',
      settings: {
        conditions: [
          {
            a: { kind: 'context', value: '__service' },
            b: { kind: 'manual', value: true },
            operation: { relation: 'equal', inversion: false },
          },
        ],
      },
    },
    { id: 'small', from: 'choice', to: 'end', type: 'default' },
    { id: 'seen', from: 'everybody', to: 'end' },
  ],
})

test('a process becomes a diagram with lanes, exits, forms and times', async () => {
  const migrated = await migrate(withProcess([CHOICES]))

  expect(await problemsIn(migrated)).toEqual([])
  const { nodes = {}, flows = {}, lanes = {} } = (await modelOf(migrated)) ?? {}
  expect(Object.values(lanes).map(({ performer }) => performer)).toEqual([
    'role:author',
    'group:hr/managers',
    'variable:boss',
  ])
  expect(nodes.e_task).toMatchObject({
    type: 'user',
    due: '2 working days',
    lane: 'lane_lane2',
    settings: { taskName: 'Look at {$trip}', allowReassign: 'false' },
    form: [
      { code: 'text', name: 'TEXT', required: true },
      { code: 'trip', readonly: true },
    ],
  })
  expect(nodes.e_task_late).toMatchObject({ attachedTo: 'e_task', isInterrupting: true })
  expect(nodes.e_task_told).toMatchObject({ attachedTo: 'e_task', isInterrupting: false })
  expect(nodes.e_task_told_people?.settings.receivers).toBe('group:hr/managers, variable:boss')
  expect(nodes.e_everybody).toMatchObject({ loop: { kind: 'parallel', over: 'boss' } })
  expect(flows.f_agree).toMatchObject({
    name: 'Agree',
    target: 'e_choice_function',
    exit: { confirm: 'text', confirmText: 'Sure?', buttonClass: 'primary', skipCheck: true },
  })
  expect(flows.f_refuse?.name).toBe('Go on')
  expect(flows.f_late?.source).toBe('e_task_late')
  expect(nodes.e_choice_function).toMatchObject({
    type: 'worker',
    topic: 'elma365/hr.trips/approve/isLarge',
    mappings: [{ direction: 'out', source: 'result', target: 'decision' }],
  })
  expect(flows.f_large?.condition).toBe('{"eq":[{"field":"decision"},{"const":true}]}')
  expect(nodes.e_choice?.defaultFlow).toBe('f_small')
  expect(parse(textOf(migrated, YAML) ?? '')).toMatchObject({
    name: 'Approve a trip',
    nameTemplate: 'Trip {$trip}',
    variables: { trip: { required: true }, decision: { type: 'BOOLEAN' } },
  })
})

test('it is drawn as it was', async () => {
  const text = textOf(await migrate(withProcess([CHOICES])), BPMN) ?? ''

  expect(text).toContain('<bpmndi:BPMNShape id="e_task_shape" bpmnElement="e_task">')
  expect(text).toContain('<dc:Bounds x="120" y="64" width="80" height="64" />')
  expect(text).toContain(
    '<bpmndi:BPMNShape id="pool_shape" bpmnElement="pool" isHorizontal="false">',
  )
  expect(text).toContain('<dc:Bounds x="0" y="-30" width="1500" height="630" />')
})

test('a diagram without places has no drawing', async () => {
  const entity = around('user')
  const { items } = (entity.body as { process: { items: Record<string, { x?: number }> } }).process
  delete items.step?.x
  const migrated = await migrate(withProcess([entity]))

  expect(await problemsIn(migrated)).toEqual([])
  expect(textOf(migrated, BPMN)).not.toContain('BPMNDiagram')
})

test('a process on the button that saves an item begins with the item', async () => {
  const createSettings = {
    buttons: [{ code: 'save', processNamespace: 'hr.trips', processCode: 'approve' }],
  }
  const migrated = await migrate(
    withProcess([around('user', {}, { context: CONTEXT })], { createSettings }),
  )

  expect(await problemsIn(migrated)).toEqual([])
  expect((await modelOf(migrated))?.nodes.created_hr_trips).toMatchObject({
    type: 'start',
    trigger: { kind: 'item' },
    settings: { app: 'hr/trips', event: 'created' },
  })
})

const bind = (source: unknown, target: string, more: object = {}) => ({
  source: { kind: 'context', value: source },
  target: { kind: 'context', value: target },
  ...more,
})

test('an assignment takes values of links and fixed ones', async () => {
  const { step, migrated } = await one('assignment', {
    bindings: [
      bind('trip.title', 'text'),
      bind(true, 'ok', { source: { kind: 'manual', value: true } }),
      bind('text', 'trip.title'),
      bind('__createdBy', 'boss'),
      bind('text', 'nobody'),
      { target: { kind: 'context', value: 'text' } },
    ],
  })

  expect(step?.mappings).toEqual([
    { direction: 'in', source: 'trip.title', target: 'text' },
    { direction: 'in', source: 'true', target: 'ok' },
  ])
  expect(linesOf(migrated).map((line) => line.split(': ').slice(1, 4).join(': '))).toEqual([
    'step (assignment): trip.title: it is a field of another item',
    'step (assignment): boss: "__createdBy" is not known inside of a process',
    'step (assignment): nobody: there is no such variable',
  ])
})

const CALLED = processEntity('hr', 'notify', {
  context: CONTEXT,
  items: [
    { id: START, type: 'start' },
    { id: 'end', type: 'end' },
  ],
  transitions: [{ id: 'in', from: START, to: 'end' }],
})

test('what a call returns is stored on the side of the caller', async () => {
  const settings = {
    ...{ namespace: 'hr', code: 'notify', async: true, linkCode: 'trip' },
    subProcessTargetFieldCode: 'trip',
    input: [
      bind('text', 'message'),
      bind('x', 'api_token', { source: { kind: 'manual', value: 's3cr3t' } }),
    ],
    output: [bind('ok', 'answer')],
  }
  const made = withProcess([around('call', settings, { context: CONTEXT }), CALLED])
  const { step, migrated } = await stepOf(made)

  expect(step).toMatchObject({ type: 'call', called: 'hr/notify', settings: { async: 'true' } })
  expect(step?.mappings).toEqual([
    { direction: 'in', source: 'text', target: 'message' },
    { direction: 'out', source: 'answer', target: 'ok' },
    { direction: 'in', source: 'trip', target: 'trip' },
  ])
  expect(textOf(migrated, BPMN)).not.toContain('s3cr3t')
})

const times: [time: object, text: string][] = [
  [{ kind: 'duration', days: 1, hours: 2, minutes: 3, absolute: true }, 'P1DT2H3M'],
  [{ kind: 'duration', days: 0, hours: 4, minutes: 0, absolute: false }, '4 working hours'],
  [{ kind: 'duration', days: 1, hours: 2, minutes: 0, absolute: false }, '600 working minutes'],
  [{ kind: 'variable', code: 'text' }, 'text'],
]

test.each(times)('a timer waits as %j says', async (timer, text) => {
  const { step } = await one('event', { kind: 'timer', timer })
  expect(step?.trigger).toMatchObject({ kind: 'timer', value: text })
})

test('steps on items name the app, the status and the fields', async () => {
  const { step: status } = await one('status', { variable: 'trip', status: 2 })
  const { step: create } = await one('app_create', {
    variable: 'trip',
    bindings: [bind('text', 'title')],
  })
  const { step: unknown } = await one('status', { variable: 'trip', status: 99 })

  expect(status).toMatchObject({ type: 'status', settings: { target: 'trip', status: 'done' } })
  expect(create).toMatchObject({
    settings: { app: 'hr/trips', result: 'trip' },
    mappings: [{ direction: 'in', source: 'text', target: 'title' }],
  })
  expect(unknown).toMatchObject({ type: 'worker', topic: 'elma365/hr.trips/approve/status' })
})

test('an approval keeps its item, its silence and its order', async () => {
  const settings = {
    ...{ targetFieldCode: 'trip', taskName: 'Approve {$trip}', cleanUp: true },
    autoApprovalSettings: { enabled: true, approved: true },
    escalation: {
      byTime: { enabled: true, limit: { kind: 'duration', hours: 8, absolute: true } },
    },
  }
  const { step } = await one('approval_list_process', settings, { loop: 'parallel' })
  const { step: ordered } = await one('approval_list_process', settings)

  expect(step).toMatchObject({
    due: 'PT8H',
    loop: { kind: 'parallel' },
    settings: { targetFieldCode: 'trip', autoApproval: 'approved', cleanUp: 'true' },
  })
  expect(ordered?.loop).toBeUndefined()
})

test('a script whose function did not come is a step of a program', async () => {
  const entity = around(
    'script',
    { func: 'doIt', retry: true, count: 3, delay: 10 },
    { context: CONTEXT },
  )
  Object.assign(entity.body as object, { scripts: 'const key = "s3cr3t"' })
  const { step, migrated } = await stepOf(withProcess([entity]))

  expect(step).toMatchObject({
    topic: 'elma365/hr.trips/approve/doIt',
    settings: { retries: '3', backoff: 'PT10S' },
  })
  const all = [...[...migrated.files.values()].map(String), JSON.stringify(migrated.report)]
  expect(all.join('\n')).not.toContain('s3cr3t')
  expect(linesOf(migrated)).toEqual([
    expect.stringContaining('by hand template hr.trips/approve: step (script)'),
  ])
})

test.each([
  'const apiKey = "s3cr3t-1"; async function doIt() {}',
  "async function doIt() { await fetch(u, { headers: { Authorization: 'Bearer s3cr3t-1' } }) }",
  "async function doIt() { await fetch('https://me:s3cr3t@example.com') }",
])('a program with a secret stays in the package: %s', async (scripts) => {
  const entity = around('script', { func: 'doIt' }, { context: CONTEXT })
  Object.assign(entity.body as object, { scripts })
  const { step, migrated } = await stepOf(withProcess([entity]))

  expect(step?.type).toBe('worker')
  const all = [...[...migrated.files.values()].map(String), JSON.stringify(migrated.report)]
  expect(all.join('\n')).not.toContain('s3cr3t')
  expect(linesOf(migrated).join('\n')).toContain('they hold what looks like a secret')
})

test('a condition that is not understood never holds', async () => {
  const conditions = [
    {
      a: { kind: 'context', value: 'trip.title' },
      b: { kind: 'manual', value: 'x' },
      operation: { relation: 'equal' },
    },
  ]
  const entity = around('gateway', { type: 'exclusive' }, { context: CONTEXT })
  const { transitions } = (
    entity.body as { process: { transitions: Record<string, { settings: object }> } }
  ).process
  Object.assign(transitions.out?.settings ?? {}, { conditions })
  const migrated = await migrate(withProcess([entity]))

  expect(await problemsIn(migrated)).toEqual([])
  expect((await modelOf(migrated))?.flows.f_out?.condition).toBe('false')
  expect(linesOf(migrated)).toEqual([
    expect.stringContaining('read "trip.title" into a variable first; it never holds'),
  ])
})

test('texts of a package are texts of the diagram, whatever is in them', async () => {
  const name = '"><evil x="&\u0000\u0001'
  const { step } = await one('user', { name }, { name })
  expect(step?.name).toBe('"><evil x="&')
})
