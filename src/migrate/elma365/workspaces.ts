import { type Definitions, toFields } from './fields.ts'
import type { Component } from './package/package.ts'
import { COMPANY_WIDE } from './targets.ts'
import { toName } from './text.ts'
import { enter, type World } from './world.ts'
import { toYaml } from './yaml.ts'

/** Parameters of workspaces and modules, by namespace. The file of each is named by it. */
export function readParameters(world: World): Map<string, Definitions> {
  const all = world.package.components.filter(({ service }) => service === 'settings')
  return new Map(all.flatMap((component) => readOne(world, component)))
}

function readOne(world: World, component: Component): [string, Definitions][] {
  const { body, path } = component
  const namespace = component.namespace || path.replace(/^entities\/|\.json$/g, '')
  const { entry, say } = enter(world, { ...component, kind: 'settings' }, namespace)
  if (!Array.isArray(body)) {
    say('not understood', 'parameters', 'they have another form than those that are known')
    return []
  }
  const fields = toFields(body, { say, targets: world.targets })
  if (Object.keys(fields).length === 0) return []
  const module = world.targets.moduleOf(namespace)
  const workspace = world.targets.workspaceOf(namespace)
  if (module === undefined && workspace === undefined) {
    const names = Object.keys(fields).join(', ')
    say('by hand', 'parameters', `their workspace or module is not in the package: ${names}`)
    return []
  }
  entry.file =
    module === undefined ? `workspaces/${workspace}/workspace.yaml` : `modules/${module}.yaml`
  return [[namespace, withoutIndexes(fields)]]
}

/** Parameters are not items: nothing is searched among them. */
const withoutIndexes = (fields: Definitions): Definitions =>
  Object.fromEntries(
    Object.entries(fields).map(([code, { indexed: _, searchable: __, ...field }]) => [code, field]),
  ) as Definitions

export function writeWorkspaces(world: World, parameters: Map<string, Definitions>): void {
  const { targets, files, package: given } = world
  for (const [code, namespace] of targets.used) {
    const page = given.components.find(
      (each) => each.kind === 'page' && each.namespace === 'global' && each.code === namespace,
    )
    const said = (page?.body ?? {}) as { name?: unknown }
    const name = typeof said.name === 'string' ? said.name : ''
    const title = given.head.code === namespace ? given.head.title : ''
    const fallback = code === COMPANY_WIDE ? 'Company-wide' : toName(title, code)
    const own = parameters.get(namespace)
    files.set(
      `workspaces/${code}/workspace.yaml`,
      toYaml({ name: toName(name, fallback), ...(own && { parameters: own }) }),
    )
  }
}
