import { convertApp } from './apps.ts'
import { COMPANY_WIDE } from './homes.ts'
import type { Package } from './package/package.ts'
import { type Report, toReport } from './report.ts'
import { readRights } from './rights.ts'
import { toCode, toName, toText } from './text.ts'
import { type Codes, enter, isFit, type World, worldOf } from './world.ts'
import { toYaml } from './yaml.ts'

export type Migrated = {
  /** The files of a solution. */
  files: Map<string, Buffer>
  report: Report
  /** Codes that were made up, for the next run. */
  codes: Codes
}

/** Turns a package into a solution. The same package and codes give the same bytes. */
export function convertPackage(given: Package, known: Codes = {}): Migrated {
  const world = worldOf(given, known)
  const rights = readRights(world)
  for (const component of given.components) {
    if (component.kind === 'appView') convertApp(world, component, rights)
    else if (component.kind !== 'permissionSettings') {
      const { say } = enter(world, component, `${component.namespace}/${component.code}`)
      isFit(say, 'component', component.kind)
    }
  }
  writeGroups(world)
  writeWorkspaces(world)
  writeSolution(world)
  const { title, type } = given.head
  const files = new Map([...world.files].sort(([one], [other]) => (one < other ? -1 : 1)))
  return {
    files,
    report: toReport(
      { title: toName(title, ''), type: toName(type, '') },
      world.entries,
      given.unread,
    ),
    codes: world.codes,
  }
}

function writeSolution({ package: { head }, files }: World): void {
  const code = toCode(head.code || head.title || 'migrated').replace(/^_+/, '') || 'migrated'
  const description = toText(head.description).slice(0, 10_000)
  files.set(
    'solution.yaml',
    toYaml({
      code,
      name: toName(head.title, code),
      version: '1.0.0',
      ...(description !== '' && { description }),
    }),
  )
}

function writeGroups({ groups, files }: World): void {
  for (const { path, name, isRole } of groups.all()) {
    files.set(path, toYaml({ name, ...(isRole && { isRole }) }))
  }
}

function writeWorkspaces({ homes, files, package: { components } }: World): void {
  for (const [code, namespace] of homes.used) {
    const page = components.find(
      ({ kind, namespace: of, code: own }) =>
        kind === 'page' && of === 'global' && own === namespace,
    )
    const said = (page?.body ?? {}) as { name?: unknown }
    const name = typeof said.name === 'string' ? said.name : ''
    const fallback = code === COMPANY_WIDE ? 'Company-wide' : code
    files.set(`workspaces/${code}/workspace.yaml`, toYaml({ name: toName(name, fallback) }))
  }
}
