import { expect, test } from 'vitest'
import { moduleNamespace } from '../src/definitions/layout.ts'
import { compile } from '../src/engine/compile.ts'
import { startApp } from './app.ts'
import {
  appEntity,
  field,
  linesOf,
  type MadeEntity,
  migrationFolder,
  processEntity,
  START,
  textOf,
} from './elma365.ts'
import { eventually } from './process.ts'

const { as, admin, app } = await startApp({ environment: { KONTOR_WORKERS: '2' } })
const { migrate, problemsIn } = await migrationFolder()

const EXT = 'ext_7d4c9a52-8f0e-4d56-9a3f-2b1c0d9e8f70'
const TRIP = field('trip', 'SYS_COLLECTION', { data: { namespace: 'hr', code: 'trips' } })
const ANYTHING = field('thing', 'REF_ITEM')

type Bound = { source?: object; target: object; convert?: string }
const item = (target: string, more: object = {}): Bound => ({
  source: { kind: 'context', value: '__item' },
  target: { kind: 'context', value: target },
  ...more,
})
const unbound = (target: string): Bound => ({ target: { kind: 'context', value: target } })

type Heard = { process: string; bindings: Bound[]; event?: string; app?: string }
const subscription = (no: number, { process, bindings, event, app }: Heard): MadeEntity => ({
  ...{ path: `entities/${EXT}/${no}.json`, kind: 'subscription', namespace: EXT, code: `${no}` },
  body: {
    ...{ namespace: EXT, name: `Handler ${no}`, handlerType: 'process', entityId: '' },
    ...{ event: event ?? 'item_create', handlerData: { process, bindings } },
    ...{ entityNamespace: app === undefined ? '' : 'hr', entityCode: app ?? '' },
  },
})
const looking = (code: string, context: object[], formFields: object[] = []) =>
  processEntity(EXT, code, {
    context,
    items: [
      { id: START, type: 'start', settings: { formFields } },
      { id: 'look', type: 'user', name: 'Look' },
      { id: 'end', type: 'end' },
    ],
    transitions: [
      { id: 'a', from: START, to: 'look' },
      { id: 'b', from: 'look', to: 'end' },
    ],
  })
const packageOf = (processor: MadeEntity[], heard: MadeEntity[]) => ({
  services: {
    appViews: [
      appEntity('hr', 'trips', [field('title', 'STRING')]),
      appEntity('hr', 'papers', [field('title', 'STRING')]),
    ],
    extensions: [
      {
        ...{ path: `entities/${EXT}.json`, kind: 'extension', namespace: 'global', code: EXT },
        body: { code: 'desk', name: 'Desk' },
      },
    ],
    'event-bus': heard,
    processor,
  },
})
const saidOf = (migrated: Awaited<ReturnType<typeof migrate>>) =>
  linesOf(migrated).map((line) => line.replaceAll(EXT, 'ext_'))

test('a handler that starts a process is its start event, and gives it the item', async () => {
  const migrated = await migrate(
    packageOf(
      [
        looking('register', [ANYTHING, field('why', 'STRING')], [{ code: 'why', required: true }]),
        looking('check', [field('other', 'REF_ITEM'), TRIP]),
      ],
      [
        subscription(1, { process: 'register', bindings: [item('thing'), unbound('why')] }),
        subscription(2, {
          ...{ process: 'check', event: 'item_update', app: 'trips' },
          bindings: [item('trip', { convert: 'to_array' })],
        }),
      ],
    ),
  )
  expect(await problemsIn(migrated)).toEqual([])
  expect(saidOf(migrated)).toEqual([
    'changed subscription ext_/1: handler: it hears of items that people create, not of those of programs',
    'changed template ext_/register: variable why: it is not required, as the process also begins with items, which do not bring it',
  ])
  expect(migrated.report.entries.filter(({ kind }) => kind === 'subscription')).toMatchObject([
    { file: 'modules/desk/processes/register.yaml' },
    { file: 'modules/desk/processes/check.yaml' },
  ])
  const files = Array.from(migrated.files, ([path, content]) => ({
    ...{ path, base64: content.toString('base64') },
  }))
  await as(admin).solutions.apply({ input: { files } })
  await app.startJobs()

  const create = async (code: string) =>
    (
      await as(admin).apps.createItem({
        params: { namespace: 'hr', code },
        input: { context: { __name: code, title: code }, withEventForceCreate: true },
      })
    ).item.__id
  const [paper, trip] = [await create('papers'), await create('trips')]
  const params = { namespace: 'hr', code: 'trips', id: trip }
  await as(admin).apps.updateItem({ params, input: { context: { title: 'Riga' } } })

  const namespace = moduleNamespace('desk')
  const begun = async (code: string) =>
    (await as(admin).bpm.listByTemplate({ params: { namespace, code } })).result.result
  const registered = await eventually(
    () => begun('register'),
    (all) => all.length === 2,
  )
  expect(registered.map(({ thing }) => thing)).toEqual(
    expect.arrayContaining([
      [{ namespace: 'hr', code: 'papers', id: paper }],
      [{ namespace: 'hr', code: 'trips', id: trip }],
    ]),
  )
  const checked = await eventually(
    () => begun('check'),
    (all) => all.length > 0,
  )
  expect(checked).toMatchObject([{ trip: [trip], other: null }])
  const [only] = checked
  expect((await as(admin).bpm.get({ params: { id: only?.__id ?? '' } })).data.__createdBy).toBe(
    admin.id,
  )
})

const bpmnOf = (migrated: Awaited<ReturnType<typeof migrate>>, code: string) =>
  textOf(migrated, `modules/desk/processes/${code}.bpmn`) ?? ''

test('handlers in another order give the same bytes, each with an event of its own', async () => {
  const heard = [
    subscription(1, { process: 'register', bindings: [item('thing')] }),
    subscription(2, { process: 'register', bindings: [item('thing')], app: 'trips' }),
    subscription(3, { process: 'register', bindings: [], app: 'trips' }),
  ]
  const processes = [looking('register', [ANYTHING, TRIP])]
  const migrated = await migrate(packageOf(processes, heard))
  const again = await migrate(packageOf(processes, heard.toReversed()))

  expect(await problemsIn(migrated)).toEqual([])
  expect(bpmnOf(again, 'register')).toBe(bpmnOf(migrated, 'register'))
  const { model } = await compile(bpmnOf(migrated, 'register'))
  const starts = Object.values(model?.nodes ?? {}).filter(({ type }) => type === 'start')
  expect(Object.fromEntries(starts.map(({ id, settings }) => [id, settings]))).toEqual({
    start: {},
    created_any: { app: '*', event: 'created', result: 'thing' },
    created_hr_trips: { app: 'hr/trips', event: 'created' },
    created_hr_trips_2: { app: 'hr/trips', event: 'created', result: 'thing' },
  })
})

test.each<[string, object, string]>([
  [
    'no such process',
    { process: 'gone' },
    'the process "gone" of its module is not in the package',
  ],
  [
    'a variable of another app',
    { bindings: [item('trip')], app: 'papers' },
    'its variable "trip" cannot hold the item: add a start event with one that can',
  ],
  [
    'items of any app in a link to one',
    { bindings: [item('trip')] },
    'its variable "trip" cannot hold the item: add a start event with one that can',
  ],
  [
    'a variable that is not there',
    { bindings: [item('nobody')] },
    'the process has no variable "nobody" for the item: add one, and a start event',
  ],
  ['an app that is not there', { app: 'gone' }, 'its app is not in the package'],
])('%s is told, and the process stays as it is', async (_, more, why) => {
  const heard = { process: 'register', bindings: [item('thing')], ...more }
  const processes = [looking('register', [ANYTHING, TRIP])]
  const migrated = await migrate(packageOf(processes, [subscription(1, heard)]))

  expect(await problemsIn(migrated)).toEqual([])
  expect(saidOf(migrated).filter((line) => line.startsWith('by hand'))).toEqual([
    expect.stringContaining(why),
  ])
  expect(bpmnOf(migrated, 'register')).not.toContain('conditionalEventDefinition')
})

test('other values of a handler are told', async () => {
  const bindings = [
    item('thing'),
    { source: { kind: 'manual', value: 'x' }, target: { kind: 'context', value: 'why' } },
  ]
  const migrated = await migrate(
    packageOf(
      [looking('register', [ANYTHING, field('why', 'STRING')])],
      [subscription(1, { process: 'register', bindings })],
    ),
  )

  expect(saidOf(migrated)).toContain(
    'by hand subscription ext_/1: start: why: a process begins with the item alone: set the variable in its first step',
  )
  expect(bpmnOf(migrated, 'register')).toContain('name="result" value="thing"')
})
