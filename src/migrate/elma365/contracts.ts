import { z } from 'zod'
import { toFields } from './fields.ts'
import type { Component } from './package/package.ts'
import { toCode, toName } from './text.ts'
import { enter, isFit, type World } from './world.ts'
import { toYaml } from './yaml.ts'

const Body = z.looseObject({
  view: z.looseObject({ name: z.string().catch(''), fields: z.array(z.unknown()).catch([]) }),
})

/** A contract has its fields; which apps keep it packages do not say. */
export function convertContract(world: World, component: Component): void {
  const [, namespace = component.namespace] =
    /^entities\/contractor\/([^/]+)\//.exec(component.path) ?? []
  const vendorCode = component.code || (component.path.split('/').at(-1) ?? '')
  const { entry, say } = enter(world, component, `${namespace}/${vendorCode}`)
  const { data } = Body.safeParse(component.body)
  const workspace = world.homes.workspaceOf(namespace)
  if (!data || workspace === undefined) {
    say(
      'not understood',
      'contract',
      'it has an unknown form, or its workspace is not in the package',
    )
    return
  }
  const code = toCode(vendorCode.replace(/\.json$/, ''))
  entry.name = toName(data.view.name, code)
  entry.file = `workspaces/${workspace}/contracts/${code}.yaml`
  isFit(say, 'component', 'contract', 'apps')
  const fields = toFields(data.view.fields, { say, homes: world.homes })
  world.files.set(entry.file, toYaml({ name: entry.name, fields, apps: {} }))
}
