import { z } from 'zod'
import { type Definitions, toFields } from './fields.ts'
import { moduleName } from './homes.ts'
import { addScript, type ModuleParts } from './module-parts.ts'
import { toHandlers, toRoutes } from './module-scripts.ts'
import { ownCodes } from './own-codes.ts'
import type { Component } from './package/package.ts'
import { hasFunction, runtimeOf, sayOfProgram, toProgram } from './process/scripts.ts'
import { Field, readList } from './schemas.ts'
import { toCode, toName } from './text.ts'
import { enter, onceFor, type Say, type World } from './world.ts'
import { toYaml } from './yaml.ts'

const text = z.string().catch('')
const Action = z.looseObject({
  name: text,
  __name: text,
  async: z.boolean().catch(false),
  context: z.array(z.unknown()).catch([]),
  data: z
    .looseObject({
      scripts: text,
      execution: z.array(z.looseObject({ code: text })).catch([]),
    })
    .catch({ scripts: '', execution: [] }),
})
type Action = z.output<typeof Action>

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

/** Modules with their actions, and what their scripts answer and hear. */
export function convertModules(world: World, parameters: Map<string, Definitions>): void {
  const { components } = world.package
  for (const component of components.filter(({ kind }) => kind === 'extension')) {
    enter(world, component, component.path)
  }
  const modules = new Map(
    Array.from(world.homes.modules.keys(), (namespace): [string, ModuleParts] => [
      namespace,
      { scripts: {}, actions: {}, routes: {}, handlers: {} },
    ]),
  )
  for (const component of actionsOf(world)) convertAction(world, component, modules)
  toRoutes(world, modules)
  toHandlers(world, modules)
  for (const [namespace, module] of world.homes.modules) {
    const own = { parameters: parameters.get(namespace) ?? {}, ...modules.get(namespace) }
    const said = Object.entries(own).filter(([, part]) => Object.keys(part).length > 0)
    world.files.set(
      `modules/${module}.yaml`,
      toYaml({
        name: toName(moduleName(components, namespace), module),
        ...Object.fromEntries(said),
      }),
    )
  }
}

function convertAction(
  world: World,
  component: Component,
  modules: ReadonlyMap<string, ModuleParts>,
): void {
  const { namespace, code } = addressIn(component)
  const { entry, say } = enter(world, component, `${namespace}/${code}`)
  const [module, parts] = [world.homes.moduleOf(namespace), modules.get(namespace)]
  if (module === undefined || !parts) {
    say('not understood', 'action', 'its place in the package names no module')
    return
  }
  entry.file = `modules/${module}.yaml`
  const own = actionCodes(world).get(`action:${namespace}/${code}`) ?? ''
  if (own !== code) say('changed', 'code', `it is "${own}"`)
  const action = Action.safeParse(component.body).data
  const program = programOf(component, action, say)
  parts.actions[own] = {
    ...toAction(world, component, { action, say, isScript: program !== undefined }),
    ...(program !== undefined && { script: addScript(parts, own, program) }),
  }
}

const ADDRESS = 'the action needs the address of a program that carries it out'

/** The script of an action that ends with its function; undefined if a program outside has to do it. */
function programOf(
  { resources }: Component,
  action: Action | undefined,
  say: Say,
): string | undefined {
  const given = runtimeOf(resources) || action?.data.scripts || ''
  const program = toProgram(given, say)
  if (program === undefined || !hasFunction(program, 'action')) {
    say('by hand', 'url', ADDRESS)
    return undefined
  }
  const waiting = waitingIn(action, program)
  if (waiting !== '') {
    say('by hand', 'url', `${waiting}, which scripts here cannot: ${ADDRESS}`)
    return undefined
  }
  sayOfProgram(program, say)
  return program
}

/** How an action waits after its script has ended; empty if it does not. */
function waitingIn(action: Action | undefined, program: string): string {
  if (hasFunction(program, 'check')) return 'its function "check" is asked until it says yes'
  if (hasFunction(program, 'callback')) return 'its function "callback" waits for a request'
  const isWaiting = action?.async || action?.data.execution.some(({ code }) => code !== 'sync')
  return isWaiting ? 'it waits for others after its script has ended' : ''
}

type Said = { action: Action | undefined; say: Say; isScript: boolean }

function toAction(
  { homes }: World,
  { name, code }: Component,
  { action, say, isScript }: Said,
): object {
  const context = readList(Field, action?.context ?? []).known
  const fields = (key: string, isOwn: (view: { input?: unknown; output?: unknown }) => unknown) => {
    const own = toFields(
      context.filter(({ view }) => isOwn(view)),
      { say, homes },
    )
    return Object.keys(own).length > 0 ? { [key]: own } : {}
  }
  return {
    name: toName(action?.name || action?.__name || name, code || 'action'),
    ...(action?.async && { isAsync: true }),
    ...fields('input', ({ input }) => input),
    ...fields('output', ({ output }) => output),
    ...(isScript && fields('variables', ({ input, output }) => !input && !output)),
  }
}
