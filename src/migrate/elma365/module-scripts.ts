import { z } from 'zod'
import { ANY_APP } from '../../engine/starts.ts'
import { addScript, type ModuleParts } from './module-parts.ts'
import type { Component } from './package/package.ts'
import { processCodes } from './process/codes.ts'
import { Binding } from './process/schemas.ts'
import { hasFunction, sayOfProgram, toProgram } from './process/scripts.ts'
import { readList } from './schemas.ts'
import { fieldCode, isCode, toCode, toFree, toName } from './text.ts'
import { enter, isFit, type Say, type World } from './world.ts'

type Modules = ReadonlyMap<string, ModuleParts>

const text = z.string().catch('')
const Scripts = z.looseObject({ scripts: text, handlers: z.array(z.unknown()).catch([]) })
const Method = z.looseObject({
  code: z.string().min(1),
  func: z.string().min(1),
  __name: text,
  method: text,
  auth: text,
  async: z.boolean().catch(false),
})

const namespaceOf = ({ namespace, body, path }: Component): string => {
  const said = (body as { namespace?: unknown } | null)?.namespace
  const [inPath = ''] = /ext_[0-9a-z-]+/i.exec(path) ?? []
  return [namespace, said, inPath].find((each) => /^ext_/.test(String(each)))?.toString() ?? ''
}

const MODULE_IS_UNKNOWN = 'its place in the package names no module'

/** The file of the module that a component belongs to, where its parts go. */
function begin(world: World, component: Component, modules: Modules) {
  const namespace = namespaceOf(component)
  const { entry, say } = enter(world, component, `${namespace}/${component.code}`)
  const [module, parts] = [world.targets.moduleOf(namespace), modules.get(namespace)]
  if (module === undefined || !parts) {
    say('not understood', component.kind, MODULE_IS_UNKNOWN)
    return undefined
  }
  entry.file = `modules/${module}.yaml`
  return { namespace, module, parts, entry, say }
}

/** HTTP methods of modules. Their program is in two files: as people wrote it, and as it runs. */
export function toRoutes(world: World, modules: Modules): void {
  const all = world.package.components.filter(({ kind }) => /^scripts(_runtime)?$/.test(kind))
  const isRuntime = ({ path, kind }: Component) =>
    kind === 'scripts_runtime' || /_runtime\.json$/.test(path)
  const running = new Map(
    all.filter(isRuntime).map((each) => [namespaceOf(each), Scripts.safeParse(each.body).data]),
  )
  for (const component of all) {
    const found = begin(world, component, modules)
    const { data } = Scripts.safeParse(component.body)
    if (!found || !data || isRuntime(component)) continue
    const { namespace, module, parts, say } = found
    const program = toProgram(running.get(namespace)?.scripts || data.scripts, say)
    const methods = readList(Method, data.handlers).known
    if (program === undefined || methods.length === 0) continue
    const script = addScript(parts, 'web', program)
    sayOfProgram(program, say)
    for (const method of methods) {
      const code = toFree(toCode(method.code), (each) => Object.hasOwn(parts.routes, each))
      if (!hasFunction(program, method.func)) {
        say('not understood', method.code, `there is no function "${toName(method.func, '')}"`)
        continue
      }
      parts.routes[code] = toRoute(method, script)
      sayOfRoute(method, `/modules/${module}/${code}`, say)
    }
  }
}

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']

function toRoute({ __name, method, func }: z.output<typeof Method>, script: string): object {
  const methods = METHODS.filter((each) =>
    method
      .toUpperCase()
      .split(/[\s,]+/)
      .includes(each),
  )
  return {
    ...(__name !== '' && { name: toName(__name, func) }),
    ...(methods.length > 0 && { methods }),
    ...{ script, function: func },
  }
}

function sayOfRoute(method: z.output<typeof Method>, address: string, say: Say): void {
  const how =
    method.auth === 'external'
      ? 'callers outside need a token here, or "access: public" and the "scriptUser" of the module'
      : 'callers need a token'
  say('by hand', method.code, `its address is ${address}; ${how}`)
  if (method.async) say('changed', method.code, 'callers wait for its answer')
}

const Subscription = z.looseObject({
  name: text,
  handlerType: text,
  handlerData: z
    .looseObject({
      ...{ scripts: text, compiledScripts: text },
      ...{ process: text, bindings: z.array(z.unknown()).catch([]) },
    })
    .catch({ scripts: '', compiledScripts: '', process: '', bindings: [] }),
  entityNamespace: text,
  entityCode: text,
  entityId: text,
  event: text,
})

const EVENTS: Record<string, string> = { item_create: 'created', item_update: 'updated' }

/** Handlers of events. */
export function toHandlers(world: World, modules: Modules): void {
  for (const component of world.package.components.filter(({ kind }) => kind === 'subscription')) {
    const found = begin(world, component, modules)
    if (!found) continue
    const { entry, say } = found
    const { data } = Subscription.safeParse(component.body)
    if (!data) {
      say('not understood', 'handler', 'it has another form than those that are known')
      continue
    }
    entry.name = toName(data.name, entry.name)
    convertHandler(world, data, found)
  }
}

type Subscription = z.output<typeof Subscription>
type Target = NonNullable<ReturnType<typeof begin>>

function convertHandler(world: World, subscription: Subscription, found: Target): void {
  const { handlerType, event, entityId } = subscription
  const { say } = found
  const isKnown = [
    isFit(say, 'handler', handlerType || 'script', 'handler'),
    isFit(say, 'happening', event, 'event'),
  ].every(Boolean)
  if (!isKnown) return
  if (entityId !== '') {
    say('by hand', 'handler', 'it is for one item, which does not come: handlers are for apps')
    return
  }
  const app = appOf(world, subscription)
  if (app === undefined) {
    say('by hand', 'handler', 'its app is not in the package')
    return
  }
  if (event === 'item_create') {
    say('changed', 'handler', 'it hears of items that people create, not of those of programs')
  }
  const heard = { on: EVENTS[event] ?? '', app }
  if (handlerType === 'process') toStart(world, subscription, { ...found, ...heard })
  else toScript(subscription, { ...found, ...heard })
}

type Heard = Target & { on: string; app: string }

function toScript({ name, handlerData }: Subscription, { parts, say, on, app }: Heard): void {
  const program = toProgram(handlerData.compiledScripts || handlerData.scripts, say)
  if (program === undefined || !hasFunction(program, 'action')) {
    say('by hand', 'handler', 'its script did not come: register a webhook for it')
    return
  }
  sayOfProgram(program, say)
  const wanted = isCode(name) ? name : toCode(toName(name, 'handler'))
  const code = toFree(wanted, (each) => Object.hasOwn(parts.handlers, each))
  parts.handlers[code] = {
    ...{ name: toName(name, code), on, ...(app !== '' && { app }) },
    script: addScript(parts, `on_${code}`.slice(0, 50), program),
  }
}

/** The path of the app; empty = any app. */
function appOf(
  { targets }: World,
  { entityNamespace, entityCode }: Subscription,
): string | undefined {
  if (entityNamespace === '' && entityCode === '') return ''
  return targets.appPath(entityNamespace, entityCode)
}

/** A handler that begins a process of its module is a start event of the process. */
function toStart(
  world: World,
  { handlerData }: Subscription,
  { namespace, entry, say, on, app }: Heard,
): void {
  const from = `${namespace}/${handlerData.process}`
  const code = processCodes(world).get(`process:${from}`)
  if (code === undefined) {
    const called = toName(handlerData.process, '')
    say('by hand', 'start', `the process "${called}" of its module is not in the package`)
    return
  }
  entry.file = `${world.targets.of(namespace).folder}/processes/${code}.yaml`
  const variable = variableOf(handlerData.bindings, say)
  const start = {
    ...{ app: app || ANY_APP, event: on, say },
    ...(variable !== undefined && { variable }),
  }
  world.starts.set(from, [...(world.starts.get(from) ?? []), start])
}

/** The variable that gets the item. */
function variableOf(bindings: readonly unknown[], say: Say): string | undefined {
  const { known, odd } = readList(Binding, bindings)
  if (odd > 0) say('not understood', 'start', `${odd} bindings have an unknown form`)
  const bound = known.filter(({ source }) => source?.kind)
  const isItem = ({ source }: (typeof bound)[number]) =>
    source?.kind === 'context' && source.value === '__item'
  const item = bound.find(isItem)
  for (const { target } of bound.filter((each) => each !== item)) {
    const why = 'a process begins with the item alone: set the variable in its first step'
    say('by hand', `start: ${target.value}`, why)
  }
  return item && fieldCode(String(item.target.value ?? ''))
}
