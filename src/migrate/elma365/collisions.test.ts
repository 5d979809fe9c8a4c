import { expect, test } from 'vitest'
import { parse } from 'yaml'
import {
  appEntity,
  linesOf,
  type Made,
  type MadeEntity,
  migrationFolder,
  processEntity,
  START,
  textOf,
} from '../../../test/elma365.ts'
import type { Migrated } from './convert.ts'
import { ownCodes } from './own-codes.ts'

const { migrate, problemsIn } = await migrationFolder()

const call = (namespace: string, code: string) => ({
  ...{ id: 'step', type: 'call' },
  settings: { namespace, code, input: [], output: [] },
})

const processOf = (namespace: string, code: string, name: string, step?: object): MadeEntity =>
  processEntity(namespace, code, {
    __name: name,
    items: [
      { id: START, type: 'start', name: '' },
      ...(step ? [step as ReturnType<typeof call>] : []),
      { id: 'end', type: 'end', name: '' },
    ],
    transitions: step
      ? [
          { id: 'in', from: START, to: 'step' },
          { id: 'out', from: 'step', to: 'end' },
        ]
      : [{ id: 'in', from: START, to: 'end' }],
  })

const nameIn = (migrated: Migrated, path: string): unknown =>
  parse(textOf(migrated, path) ?? '')?.name

test('processes that come into one place keep apart, and calls find theirs', async () => {
  const made: Made = {
    services: {
      processor: [
        processOf('_clients._deals', 'approve', 'Deals'),
        processOf('_clients._leads', 'approve', 'Leads'),
        processOf('global', 'approve', 'All', call('_clients._leads', 'approve')),
        processOf('hr.trips', 'go', 'Trips'),
        processOf('hr', 'go', 'People', call('hr.trips', 'go')),
      ],
    },
  }

  const migrated = await migrate(made)

  expect(await problemsIn(migrated)).toEqual([])
  const at = (path: string) => nameIn(migrated, `workspaces/${path}.yaml`)
  expect(at('company_wide/processes/approve')).toBe('Deals')
  expect(at('company_wide/processes/approve_2')).toBe('Leads')
  expect(at('company_wide/processes/approve_3')).toBe('All')
  expect(at('hr/processes/go')).toBe('People')
  expect(at('hr/processes/go_2')).toBe('Trips')
  expect(textOf(migrated, 'workspaces/company_wide/processes/approve_3.bpmn')).toContain(
    'calledElement="company_wide/approve_2"',
  )
  expect(textOf(migrated, 'workspaces/hr/processes/go.bpmn')).toContain('calledElement="hr/go_2"')
  expect(linesOf(migrated)).toContain('changed template hr.trips/go: code: it is "go_2"')
})

test('what a process was called stays when another one comes before it', async () => {
  const leads = processOf('_clients._leads', 'approve', 'Leads')
  const first = await migrate({ services: { processor: [leads] } })

  const again = await migrate(
    { services: { processor: [processOf('_clients._deals', 'approve', 'Deals'), leads] } },
    first.codes,
  )

  expect(nameIn(again, 'workspaces/company_wide/processes/approve.yaml')).toBe('Leads')
  expect(nameIn(again, 'workspaces/company_wide/processes/approve_2.yaml')).toBe('Deals')
})

const LONG = 'x'.repeat(50)

test.each([
  ['a-b', 'a_b'],
  [`${LONG}1`, `${LONG}2`],
])('apps, contracts and actions called %s and %s keep apart', async (one, other) => {
  const contract = (code: string): MadeEntity => ({
    path: `entities/contractor/hr/${code}`,
    kind: 'contract',
    body: { view: { name: code, fields: [] } },
  })
  const action = (code: string): MadeEntity => ({
    path: `entities/ca/ext_1/${code}_activity.json`,
    kind: 'custom_activity',
    body: { name: code },
  })
  const made: Made = {
    services: {
      appViews: [appEntity('hr', one, []), appEntity('hr', other, [])],
      contractor: [contract(one), contract(other)],
      processor: [
        action(one),
        action(other),
        processOf('hr', 'go', 'Go', {
          ...{ id: 'step', type: 'ca' },
          settings: { namespace: 'ext_1', code: one, input: [], output: [] },
        }),
      ],
    },
  }

  const migrated = await migrate(made)

  const namesIn = (folder: string) =>
    [...migrated.files.keys()]
      .filter((path) => path.startsWith(folder))
      .map((path) => nameIn(migrated, path))
      .sort()
  expect(namesIn('workspaces/hr/apps/')).toEqual([one, other].sort())
  expect(namesIn('workspaces/hr/contracts/')).toEqual([one, other].sort())
  const [module = ''] = [...migrated.files.keys()].filter((path) => path.startsWith('modules/'))
  const { actions } = parse(textOf(migrated, module) ?? '') as { actions: object }
  const found = Object.entries(actions).find(([, { name }]) => name === one)
  expect(Object.keys(actions)).toHaveLength(2)
  expect(textOf(migrated, 'workspaces/hr/processes/go.bpmn')).toContain(
    `<kontor:setting name="action" value="${found?.[0]}" />`,
  )
})

test('codes that only some disks tell apart keep apart', () => {
  const claim = (code: string) => ({ key: `app:hr/${code}`, folder: 'hr', code, isExact: true })
  const codes = ownCodes([claim('trips'), claim('Trips')], {})
  expect(codes).toEqual(
    new Map([
      ['app:hr/Trips', 'Trips'],
      ['app:hr/trips', 'trips_2'],
    ]),
  )
})

test('the second component of one address is told, and does not replace the first one', async () => {
  const second = { ...processOf('hr', 'go', 'Second'), path: 'entities/hr/zz.json' }
  const app = { ...appEntity('hr', 'trips', [], {}, { name: 'Other' }), path: 'entities/z.json' }
  const migrated = await migrate({
    services: {
      appViews: [appEntity('hr', 'trips', []), app],
      processor: [processOf('hr', 'go', 'First'), second],
    },
  })

  expect(nameIn(migrated, 'workspaces/hr/processes/go.yaml')).toBe('First')
  const lines = linesOf(migrated)
  for (const place of ['template hr/go', 'appView hr/trips']) {
    expect(lines).toContain(
      `not understood ${place}: address: another component of the package has the same one: see there`,
    )
  }
})

test.each(['administrators', 'all_users'])(
  'a group of a module called %s is not that of the system',
  async (code) => {
    const group = {
      ...{ path: `entities/ext_1/${code}.json`, kind: 'group', namespace: 'ext_1', code },
      body: { namespace: 'ext_1', code, __name: 'Theirs' },
    }

    const migrated = await migrate({ services: { groups: [group] } })

    expect(await problemsIn(migrated)).toEqual([])
    expect(nameIn(migrated, `people/groups/${code}_2.yaml`)).toBe('Theirs')
    expect(textOf(migrated, `people/groups/${code}.yaml`)).toBeUndefined()
  },
)
