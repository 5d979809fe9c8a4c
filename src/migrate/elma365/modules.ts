import { z } from 'zod'
import { toFields } from './fields.ts'
import { moduleName } from './homes.ts'
import { ownCodes } from './own-codes.ts'
import type { Component } from './package/package.ts'
import { Field, readList } from './schemas.ts'
import { toCode, toName } from './text.ts'
import { enter, isFit, onceFor, type Say, type World } from './world.ts'
import { toYaml } from './yaml.ts'

const text = z.string().catch('')
const Action = z.looseObject({
  name: text,
  __name: text,
  async: z.boolean().catch(false),
  context: z.array(z.unknown()).catch([]),
})

const IN_PATH = /^entities\/ca\/(ext_[^/]+)\/(.+)_activity\.json$/

const addressIn = ({ path }: Component) => {
  const [, namespace = '', code = ''] = IN_PATH.exec(path) ?? []
  return { namespace, code }
}

const actionsOf = ({ package: { components } }: World): Component[] =>
  components.filter(({ kind }) => kind === 'custom_activity')

/** The code of each action in its module, by `action:namespace/code` as the package writes them. */
export const actionCodes = onceFor((world) =>
  ownCodes(
    actionsOf(world).map((component) => {
      const { namespace, code } = addressIn(component)
      const own = toCode(code)
      return {
        ...{ key: `action:${namespace}/${code}`, folder: namespace },
        ...{ code: own, isExact: own === code },
      }
    }),
    world.codes,
  ),
)

/** Modules with their actions; programs have to carry these out. */
export function convertModules(world: World): void {
  const { components } = world.package
  for (const component of components.filter(({ kind }) => kind === 'extension')) {
    const { say } = enter(world, component, component.path)
    isFit(say, 'component', 'extension')
  }
  const found = actionsOf(world).flatMap((component) => {
    const { namespace, code } = addressIn(component)
    const { entry, say } = enter(world, component, `${namespace}/${code}`)
    const module = world.homes.moduleOf(namespace)
    if (module === undefined) {
      say('not understood', 'action', 'its place in the package names no module')
      return []
    }
    entry.file = `modules/${module}.yaml`
    isFit(say, 'component', 'custom_activity', 'url')
    const own = actionCodes(world).get(`action:${namespace}/${code}`) ?? ''
    if (own !== code) say('changed', 'code', `it is "${own}"`)
    return [{ namespace, action: [own, toAction(world, component, say)] as const }]
  })
  for (const [namespace, module] of world.homes.modules) {
    const own = found.filter((each) => each.namespace === namespace).map(({ action }) => action)
    world.files.set(
      `modules/${module}.yaml`,
      toYaml({
        name: toName(moduleName(components, namespace), module),
        ...(own.length > 0 && { actions: Object.fromEntries(own) }),
      }),
    )
  }
}

function toAction(world: World, { body, name, code }: Component, say: Say): object {
  const { data } = Action.safeParse(body)
  const context = readList(Field, data?.context ?? []).known
  const fields = (way: 'input' | 'output') => {
    const own = toFields(
      context.filter(({ view }) => view[way]),
      { say, homes: world.homes },
    )
    return Object.keys(own).length > 0 ? { [way]: own } : {}
  }
  return {
    name: toName(data?.name || data?.__name || name, code || 'action'),
    ...(data?.async && { isAsync: true }),
    ...fields('input'),
    ...fields('output'),
  }
}
