import { z } from 'zod'
import { type Definitions, toFields } from './fields.ts'
import { addScript, type ModuleParts } from './module-parts.ts'
import { toHandlers, toRoutes } from './module-scripts.ts'
import { ownCodes } from './own-codes.ts'
import type { Component } from './package/package.ts'
import { processCodes } from './process/codes.ts'
import { hasFunction, runtimeOf, sayOfProgram, toProgram } from './process/scripts.ts'
import { Field, readList } from './schemas.ts'
import { moduleName } from './targets.ts'
import { toCode, toName } from './text.ts'
import { enter, onceFor, type Say, type World } from './world.ts'
import { toYaml } from './yaml.ts'

const text = z.string().catch('')
const Action = z.looseObject({
  name: text,
  __name: text,
  async: z.boolean().catch(false),
  type: z.array(z.looseObject({ code: text })).catch([]),
  context: z.array(z.unknown()).catch([]),
  data: z
    .looseObject({
      ...{ scripts: text, code: text },
      execution: z.array(z.looseObject({ code: text })).catch([]),
      checkInterval: z.coerce.number().catch(0),
    })
    .catch({ scripts: '', code: '', execution: [], checkInterval: 0 }),
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

/** The process that an action is a call of, by its code here; undefined if it is something else, or elsewhere. */
export function processOf(world: World, namespace: string, code: string): string | undefined {
  const component = actionsOf(world).find((each) => {
    const at = addressIn(each)
    return at.namespace === namespace && at.code === code
  })
  const { data: action } = Action.safeParse(component?.body)
  if (!action || !isCall(action)) return undefined
  return processCodes(world).get(`process:${namespace}/${action.data.code}`)
}

const isCall = ({ type }: Action): boolean => type.some(({ code }) => code === 'process')

/** Modules with their actions, and what their scripts answer and hear. */
export function convertModules(world: World, parameters: Map<string, Definitions>): void {
  const { components } = world.package
  for (const component of components.filter(({ kind }) => kind === 'extension')) {
    enter(world, component, component.path)
  }
  const modules = new Map(
    Array.from(world.targets.modules.keys(), (namespace): [string, ModuleParts] => [
      namespace,
      { scripts: {}, actions: {}, routes: {}, handlers: {} },
    ]),
  )
  for (const component of actionsOf(world)) convertAction(world, component, modules)
  toRoutes(world, modules)
  toHandlers(world, modules)
  for (const [namespace, module] of world.targets.modules) {
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
  const [module, parts] = [world.targets.moduleOf(namespace), modules.get(namespace)]
  if (module === undefined || !parts) {
    say('not understood', 'action', 'its place in the package names no module')
    return
  }
  const called = processOf(world, namespace, code)
  if (called !== undefined) {
    entry.file = `${world.targets.of(namespace).folder}/processes/${called}.yaml`
    say(
      'changed',
      'action',
      `it is a call of the process "${called}": steps call the process itself`,
    )
    return
  }
  entry.file = `modules/${module}.yaml`
  const own = actionCodes(world).get(`action:${namespace}/${code}`) ?? ''
  if (own !== code) say('changed', 'code', `it is "${own}"`)
  const action = Action.safeParse(component.body).data
  const program = programOf(component, action, say)
  parts.actions[own] = {
    ...toAction(world, component, { action, say, isScript: program !== undefined }),
    ...(program !== undefined && {
      script: addScript(parts, own, program),
      ...(isPolled(action, program) && toCheck(action, say)),
    }),
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
  if (!isPolled(action, program) && isWaiting(action, program)) {
    say('by hand', 'url', hasFunction(program, 'callback') ? CALLBACK : `${WAITS}: ${ADDRESS}`)
    return undefined
  }
  sayOfProgram(program, say)
  return program
}

const WAITS = 'it waits for others after its script has ended, nobody knows for whom'
const CALLBACK =
  'its function "callback" waits for a request, and actions here have no address of their own: write an action that only asks, let a message event wait after its step, and a route of the module take the request and send the message'

/** Only what is known to end with its function does not wait. */
const isWaiting = (action: Action | undefined, program: string): boolean =>
  action?.data.execution.length
    ? action.data.execution.every(({ code }) => code !== 'sync')
    : action?.async === true || ['check', 'callback'].some((name) => hasFunction(program, name))

/** Its function `check` is asked until it says yes. */
const isPolled = (action: Action | undefined, program: string): boolean =>
  isWaiting(action, program) && hasFunction(program, 'check') && !hasFunction(program, 'callback')

const MOST_SECONDS = 86_400

function toCheck(action: Action | undefined, say: Say): object {
  const seconds = Math.round(action?.data.checkInterval ?? 0)
  const isSaid = seconds >= 1 && seconds <= MOST_SECONDS
  const often = isSaid ? `every ${seconds} seconds` : 'every minute'
  say('changed', 'check', `it is asked ${often} until it says yes: "every" says how often`)
  return { check: 'check', ...(isSaid && { every: `PT${seconds}S` }) }
}

type Said = { action: Action | undefined; say: Say; isScript: boolean }

function toAction(
  { targets }: World,
  { name, code }: Component,
  { action, say, isScript }: Said,
): object {
  const context = readList(Field, action?.context ?? []).known
  const fields = (key: string, isOwn: (view: { input?: unknown; output?: unknown }) => unknown) => {
    const own = toFields(
      context.filter(({ view }) => isOwn(view)),
      { say, targets },
    )
    return Object.keys(own).length > 0 ? { [key]: own } : {}
  }
  return {
    name: toName(action?.name || action?.__name || name, code || 'action'),
    ...(action?.async && !isScript && { isAsync: true }),
    ...fields('input', ({ input }) => input),
    ...fields('output', ({ output }) => output),
    ...(isScript && fields('variables', ({ input, output }) => !input && !output)),
  }
}
