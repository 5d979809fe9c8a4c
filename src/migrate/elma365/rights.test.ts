import { expect, test } from 'vitest'
import { parse } from 'yaml'
import {
  appEntity,
  linesOf,
  type Made,
  type MadeEntity,
  migrationFolder,
  textOf,
} from '../../../test/elma365.ts'
import { coverage } from './coverage.ts'

const { migrate, problemsIn } = await migrationFolder()

const GROUP = '0b5aa4cf-598c-4711-b0ce-0fc41ab07805'

const rightsOf = (accessType: string, values: object[]): MadeEntity => ({
  path: 'entities/hr/trips.permissionSettings.json',
  kind: 'permissionSettings',
  namespace: 'hr',
  code: 'trips',
  body: {
    Namespace: 'hr',
    Code: 'trips',
    settings: { accessType, __permissions: { inheritParent: false, values } },
    groups: [
      { id: 'id-1', namespace: 'hr', code: GROUP },
      { id: 'id-2', namespace: 'global', code: 'all' },
      { id: 'id-3', namespace: 'sales', code: 'heads', label: 'Heads' },
    ],
  },
})

const withRights = (accessType: string, values: object[]): Made => ({
  services: {
    appViews: [appEntity('hr', 'trips', [])],
    groups: [
      {
        path: `entities/hr/${GROUP}.json`,
        kind: 'group',
        namespace: 'hr',
        code: GROUP,
        body: { namespace: 'hr', code: GROUP, __name: 'Офис-менеджер', isRole: true },
      },
    ],
    permissionsSettings: [rightsOf(accessType, values)],
  },
})

const grant = (id: string, types: string[], more: object = {}) => ({
  group: { id, type: 'group' },
  types,
  ...more,
})

test('rights of groups are taken, and groups get codes that people can read', async () => {
  const values = [
    grant('id-1', ['update', 'read', 'assign']),
    grant('id-2', ['read']),
    grant('id-3', ['delete', 'bpmanage']),
    grant('532c74d7-e76b-5ede-a70c-42e1108bc84c', ['read'], {
      group: { id: '532c74d7-e76b-5ede-a70c-42e1108bc84c', type: 'role' },
    }),
    grant('u', ['read'], { group: { id: 'u', type: 'user' } }),
    grant('id-2', ['update'], { orgunitField: 'manager' }),
    grant('id-2', ['fly']),
    grant('id-9', ['read']),
  ]
  const migrated = await migrate(withRights('collection', values))

  expect(await problemsIn(migrated)).toEqual([])
  expect(parse(textOf(migrated, 'workspaces/hr/apps/trips.yaml') ?? '').rights).toEqual({
    'group:all_users': ['read'],
    'group:heads': ['delete'],
    'group:hr/ofis_menedzher': ['read', 'update'],
    'role:author': ['read'],
  })
  expect(textOf(migrated, 'workspaces/hr/groups/ofis_menedzher.yaml')).toBe(
    'name: Офис-менеджер\nisRole: true\n',
  )
  expect(textOf(migrated, 'people/groups/heads.yaml')).toBe('name: Heads\n')
  expect(migrated.codes).toEqual({ [`group:hr/${GROUP}`]: 'ofis_menedzher' })
  const lines = linesOf(migrated).filter((line) => line.includes('permissionSettings'))
  expect(lines.map((line) => line.split(': ')[1])).toEqual([
    'right assign',
    'right bpmanage',
    'right of a user',
    'people in a field',
    'right fly',
    'right of a group',
  ])
})

test.each(Object.keys(coverage.accessType))(
  'with access "%s" nothing is given by guess',
  async (access) => {
    const migrated = await migrate(withRights(access, [grant('id-2', ['read'])]))

    const { rights } = parse(textOf(migrated, 'workspaces/hr/apps/trips.yaml') ?? '')
    expect(rights).toEqual(access === 'collection' ? { 'group:all_users': ['read'] } : undefined)
    expect(linesOf(migrated).some((line) => line.includes(': access: '))).toBe(
      access !== 'collection',
    )
  },
)

test('codes that were made up once stay when a group gets another name', async () => {
  const made = withRights('collection', [grant('id-1', ['read'])])
  const first = await migrate(made)
  const [group] = made.services.groups ?? []
  if (group) group.body = { ...(group.body as object), __name: 'Секретарь' }

  const again = await migrate(made, first.codes)

  expect(textOf(again, 'workspaces/hr/groups/ofis_menedzher.yaml')).toContain('Секретарь')
})

test('the same package gives the same bytes', async () => {
  const made = withRights('collection', [grant('id-1', ['read'])])
  const [one, two] = [await migrate(made), await migrate(made)]

  expect([...one.files]).toEqual([...two.files])
  expect(one.report).toEqual(two.report)
})
