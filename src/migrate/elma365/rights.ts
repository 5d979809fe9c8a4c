import { z } from 'zod'
import { GroupName } from './groups.ts'
import type { Component } from './package/package.ts'
import { readList } from './schemas.ts'
import { addressOf, enter, isFit, type Say, type World } from './world.ts'

const text = z.string().catch('')

const Value = z.looseObject({
  group: z.looseObject({ id: text, type: text }).catch({ id: '', type: '' }),
  orgunitField: z.unknown().optional(),
  types: z.array(z.string()).catch([]),
})
const Body = z.looseObject({
  Namespace: text,
  Code: text,
  settings: z
    .looseObject({
      accessType: text,
      __permissions: z
        .looseObject({ values: z.array(z.unknown()).catch([]) })
        .catch({ values: [] }),
    })
    .catch({ accessType: '', __permissions: { values: [] } }),
  groups: z.array(z.unknown()).catch([]),
})

export type Rights = Record<string, string[]>

const PROCESS = '_process_'
const FOLDERS = '@__directory'

/** Who may do what: by `app:hr/trips` or `process:hr.trips/approve`, as the package writes them. */
export function readRights(world: World): Map<string, Rights> {
  const all = world.package.components.filter(({ kind }) => kind === 'permissionSettings')
  return new Map(all.flatMap((component) => readOne(world, component)))
}

function readOne(world: World, component: Component): [string, Rights][] {
  const { data } = Body.safeParse(component.body)
  const namespace = data?.Namespace || component.namespace
  const code = data?.Code || component.code
  const { say } = enter(world, component, data ? `${namespace}/${code}` : addressOf(component))
  if (!data) {
    say('not understood', 'rights', 'they have another form than those that are known')
    return []
  }
  const { accessType, __permissions } = data.settings
  if (code.endsWith(FOLDERS)) {
    if (__permissions.values.length > 0) {
      isFit(say, 'component', 'applicationDirectoriesPermissions', 'rights on folders')
    }
    return []
  }
  const isProcess = code.startsWith(PROCESS)
  // Processes have no way of access of their own.
  const isGranted =
    (isProcess && accessType === '') || isFit(say, 'accessType', accessType, 'access')
  if (!isGranted) return []
  const rights = toRights(world, data, say)
  const key = isProcess
    ? `process:${namespace}/${code.slice(PROCESS.length)}`
    : `app:${namespace}/${code}`
  return [[key, rights]]
}

function toRights(world: World, { settings, groups }: z.output<typeof Body>, say: Say): Rights {
  const names = new Map(readList(GroupName, groups).known.map((each) => [each.id, each]))
  const rights = new Map<string, Set<string>>()
  for (const { group, orgunitField, types } of readList(Value, settings.__permissions.values)
    .known) {
    const subject = subjectOf(world, { group, orgunitField, names }, say)
    const granted = types.filter((type) => isFit(say, 'right', type, `right ${type}`))
    if (subject === undefined || granted.length === 0) continue
    const own = rights.get(subject) ?? new Set()
    rights.set(subject, new Set([...own, ...granted]))
  }
  const sorted = [...rights].sort(([one], [other]) => (one < other ? -1 : 1))
  return Object.fromEntries(
    sorted.map(([subject, own]) => [subject, ORDER.filter((right) => own.has(right))]),
  )
}

const ORDER = ['read', 'create', 'update', 'delete', 'import', 'export']

type Naming = Pick<z.output<typeof Value>, 'group' | 'orgunitField'> & {
  names: Map<string, GroupName>
}

function subjectOf(world: World, { group, orgunitField, names }: Naming, say: Say) {
  if (orgunitField !== undefined && orgunitField !== null && orgunitField !== '') {
    say('by hand', 'people in a field', 'rights of people that a field names: there are none here')
    return undefined
  }
  if (!isFit(say, 'subject', group.type, `right of a ${group.type || 'nobody'}`)) return undefined
  const name = names.get(group.id) ?? { id: group.id, namespace: '', code: '', label: '' }
  const subject = world.groups.subjectOf(name)
  if (subject === undefined)
    say('by hand', 'right of a group', `the package does not name ${group.id}`)
  return subject
}
