import { z } from 'zod'
import { toFields } from './fields.ts'
import { ownCodes } from './own-codes.ts'
import type { Component } from './package/package.ts'
import { toCode, toName } from './text.ts'
import { enter, isDouble, isFit, onceFor, type World } from './world.ts'
import { toYaml } from './yaml.ts'

const Body = z.looseObject({
  view: z.looseObject({ name: z.string().catch(''), fields: z.array(z.unknown()).catch([]) }),
})

/** The code of each contract, by `contract:namespace/code` as the package writes them. */
const contractCodes = onceFor(({ package: { components }, targets, codes }) =>
  ownCodes(
    components
      .filter(({ kind }) => kind === 'contract')
      .flatMap((component) => {
        const { namespace, vendorCode } = placeOf(component)
        const folder = targets.workspaceOf(namespace)
        const code = toCode(vendorCode)
        const key = `contract:${namespace}/${vendorCode}`
        return folder === undefined ? [] : [{ key, folder, code, isExact: code === vendorCode }]
      }),
    codes,
  ),
)

function placeOf({ namespace, path, code }: Component) {
  const [, own = namespace] = /^entities\/contractor\/([^/]+)\//.exec(path) ?? []
  const name = code || (path.split('/').at(-1) ?? '')
  return { namespace: own, vendorCode: name.replace(/\.json$/, '') }
}

/** A contract has its fields; which apps keep it packages do not say. */
export function convertContract(world: World, component: Component): void {
  const { namespace, vendorCode } = placeOf(component)
  const { entry, say } = enter(world, component, `${namespace}/${vendorCode}`)
  const { data } = Body.safeParse(component.body)
  const workspace = world.targets.workspaceOf(namespace)
  if (!data || workspace === undefined) {
    say(
      'not understood',
      'contract',
      'it has an unknown form, or its workspace is not in the package',
    )
    return
  }
  const code = contractCodes(world).get(`contract:${namespace}/${vendorCode}`) ?? ''
  const file = `workspaces/${workspace}/contracts/${code}.yaml`
  if (isDouble(world, file, say)) return
  entry.name = toName(data.view.name, code)
  entry.file = file
  if (code !== vendorCode) say('changed', 'code', `it is "${code}"`)
  isFit(say, 'component', 'contract', 'apps')
  const fields = toFields(data.view.fields, { say, targets: world.targets })
  world.files.set(entry.file, toYaml({ name: entry.name, fields, apps: {} }))
}
