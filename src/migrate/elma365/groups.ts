import { z } from 'zod'
import type { Package } from './package/package.ts'
import { readList } from './schemas.ts'
import type { Targets } from './targets.ts'
import { isSpoken, toCode, toFree, toName } from './text.ts'

const text = z.string().catch('')

/** A group or role as files name it: by its address, or by an id that only the file knows. */
export const GroupName = z.looseObject({ id: text, namespace: text, code: text, label: text })
export type GroupName = z.output<typeof GroupName>

const GroupBody = z.looseObject({
  namespace: text,
  code: text,
  __name: text,
  description: text,
  isRole: z.boolean().catch(false),
  privileges: z.array(z.unknown()).catch([]),
})

export type Group = {
  from: string
  path: string
  subject: string
  name: string
  description: string
  isRole: boolean
  hasPrivileges: boolean
  /** Its own file is in the package; others are made of their names. */
  isWhole: boolean
}

export type Groups = {
  /** The subject of a group, such as `group:hr/managers`; undefined = nobody knows it. */
  subjectOf: (name: GroupName) => string | undefined
  all: () => Group[]
}

/** The same in every company, and here already. */
const SYSTEM: Record<string, string> = {
  all: 'group:all_users',
  administrators: 'group:administrators',
}
const IDS: Record<string, string> = {
  'fda5c295-230a-5025-9797-b8b4e99e08aa': 'group:all_users',
  'd6000da0-c9aa-55eb-9882-f118b432730b': 'group:administrators',
  '532c74d7-e76b-5ede-a70c-42e1108bc84c': 'role:author',
}

const isCompanyWide = (namespace: string): boolean => ['', 'global', 'system'].includes(namespace)

export const systemGroup = (namespace: string, code: string): string | undefined =>
  isCompanyWide(namespace) && Object.hasOwn(SYSTEM, code) ? SYSTEM[code] : undefined

export function groupsOf(
  { head, components }: Package,
  targets: Targets,
  codes: Record<string, string>,
): Groups {
  const found = new Map<string, Group>()
  const taken = new Set(
    Object.values(SYSTEM).map((each) => each.replace('group:', 'people/groups/')),
  )
  const define = (
    namespace: string,
    code: string,
    said: Omit<Group, 'from' | 'path' | 'subject'>,
  ) => {
    const from = `${namespace}/${code}`
    const { folder, prefix } = placeOf(targets, namespace)
    const key = `group:${from}`
    const wanted = codes[key] ?? (isSpoken(code) ? code : toCode(said.name))
    const own = toFree(wanted, (each) => taken.has(`${folder}/${each}`))
    taken.add(`${folder}/${own}`)
    if (own !== code) codes[key] = own
    found.set(from, {
      ...said,
      ...{ from, path: `${folder}/${own}.yaml`, subject: `group:${prefix}${own}` },
    })
  }
  const bodies = components.filter(({ kind }) => kind === 'group')
  for (const { body, namespace, code } of bodies) {
    const { data } = GroupBody.safeParse(body)
    const from = { namespace: data?.namespace || namespace, code: data?.code || code }
    const isDouble = found.has(`${from.namespace}/${from.code}`)
    if (!data || isDouble || systemGroup(from.namespace, from.code)) continue
    define(from.namespace, from.code, {
      name: toName(data.__name, from.code),
      description: data.description,
      ...{ isRole: data.isRole, hasPrivileges: data.privileges.length > 0, isWhole: true },
    })
  }
  const named = readList(GroupName.extend({ isRole: z.boolean().catch(false) }), head.groups).known
  for (const { namespace, code, label, isRole } of named) {
    if (code === '' || found.has(`${namespace}/${code}`) || systemGroup(namespace, code)) continue
    const name = toName(label, code)
    define(namespace, code, { ...NAMED_ONLY, name, isRole })
  }
  const subjectOf = ({ id, namespace, code, label }: GroupName) => {
    const system = systemGroup(namespace, code) ?? (Object.hasOwn(IDS, id) ? IDS[id] : undefined)
    if (system !== undefined) return system
    if (code === '') return undefined
    if (!found.has(`${namespace}/${code}`)) {
      define(namespace, code, { ...NAMED_ONLY, name: toName(label, code), isRole: false })
    }
    return found.get(`${namespace}/${code}`)?.subject
  }
  return { subjectOf, all: () => [...found.values()] }
}

const NAMED_ONLY = { description: '', hasPrivileges: false, isWhole: false }

/** Groups of a workspace or an app stand there, all others belong to the company. */
function placeOf(targets: Targets, namespace: string): { folder: string; prefix: string } {
  const [first = ''] = namespace.split('.')
  if (targets.workspaceOf(first) === undefined) return { folder: 'people/groups', prefix: '' }
  const target = targets.of(namespace)
  return { folder: `${target.folder}/groups`, prefix: `${target.namespace}/` }
}
