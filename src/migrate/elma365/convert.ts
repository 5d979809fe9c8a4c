import { convertApp } from './apps.ts'
import { convertContract } from './contracts.ts'
import { convertDocument } from './documents.ts'
import { systemGroup } from './groups.ts'
import { convertModules } from './modules.ts'
import type { Component, Package } from './package/package.ts'
import { convertProcess } from './process/process.ts'
import { type Report, toReport } from './report.ts'
import { type Rights, readRights } from './rights.ts'
import { toCode, toName, toText } from './text.ts'
import { convertWidget } from './widgets.ts'
import { readParameters, writeWorkspaces } from './workspaces.ts'
import { addressOf, type Codes, enter, isFit, type World, worldOf } from './world.ts'
import { toYaml } from './yaml.ts'

export type Migrated = {
  /** The files of a solution. */
  files: Map<string, Buffer>
  report: Report
  /** Codes that were made up, for the next run. */
  codes: Codes
}

type Convert = (world: World, component: Component, rights: Map<string, Rights>) => void

/** Components that become files one by one. */
const CONVERTERS: Record<string, Convert> = {
  appView: convertApp,
  template: convertProcess,
  doctemplate: convertDocument,
  contract: convertContract,
  group: convertGroup,
  widget: convertWidget,
}

/** Components that are looked at all together. */
const TOGETHER = [
  ...['permissionSettings', 'custom_activity', 'extension'],
  ...['scripts', 'scripts_runtime', 'subscription'],
]

/** Turns a package into a solution. The same package and codes give the same bytes. */
export function convertPackage(given: Package, known: Codes = {}): Migrated {
  const world = worldOf(given, known)
  const rights = readRights(world)
  const parameters = readParameters(world)
  convertModules(world, parameters)
  for (const component of given.components) {
    if (component.service === 'settings' || TOGETHER.includes(component.kind)) continue
    const convert = Object.hasOwn(CONVERTERS, component.kind) ? CONVERTERS[component.kind] : refuse
    convert?.(world, component, rights)
  }
  writeGroups(world)
  writeWorkspaces(world, parameters)
  writeSolution(world)
  const { title, type } = given.head
  const head = { title: toName(title, ''), type: toName(type, '') }
  return {
    files: new Map([...world.files].sort(([one], [other]) => (one < other ? -1 : 1))),
    report: toReport(head, world.entries, given.unread),
    codes: world.codes,
  }
}

/** What becomes no file of its own is told with its reason. */
function refuse(world: World, component: Component): void {
  const { say } = enter(world, component, addressOf(component))
  isFit(say, 'component', component.kind)
}

function convertGroup(world: World, component: Component): void {
  const from = addressOf(component)
  const { entry, say } = enter(world, component, from)
  const [namespace = '', code = ''] = from.split('/')
  const system = systemGroup(namespace, code)
  const group = world.groups.all().find((each) => each.from === from)
  if (system !== undefined) say('changed', 'group', `it is ${system}, which is here already`)
  else if (!group) say('not understood', 'group', 'it has another form than those that are known')
  if (!group) return
  entry.name = group.name
  entry.file = group.path
  say('by hand', 'members', 'users do not come in packages: add them when they are here')
  if (!group.path.endsWith(`/${code}.yaml`)) say('changed', 'code', `it is ${group.subject}`)
  if (group.hasPrivileges)
    say('by hand', 'privileges', 'rights are given in workspaces, apps and processes')
}

function writeGroups(world: World): void {
  for (const { path, name, from, description, isRole, isWhole } of world.groups.all()) {
    const text = toText(description).slice(0, 10_000)
    const body = { name, ...(text !== '' && { description: text }), ...(isRole && { isRole }) }
    world.files.set(path, toYaml(body))
    if (isWhole) continue
    const { entry, say } = enter(world, { kind: 'group', name, path }, from)
    entry.file = path
    say('changed', 'group', 'the package names it without a file: it is made of its name')
  }
}

function writeSolution({ package: { head }, files }: World): void {
  const code = toCode(head.code || head.title || 'migrated').replace(/^_+/, '') || 'migrated'
  const description = toText(head.description).slice(0, 10_000)
  files.set(
    'solution.yaml',
    toYaml({
      ...{ code, name: toName(head.title, code), version: '1.0.0' },
      ...(description !== '' && { description }),
    }),
  )
}
