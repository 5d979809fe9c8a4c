import { dirname, join } from 'node:path/posix'
import type { Body } from '../../definitions/kinds.ts'
import { GLOBAL } from '../../definitions/layout.ts'
import { statusesIn } from '../../definitions/transitions.ts'
import type { ElementLocation } from '../../engine/locations.ts'
import { type Model, type ModelProblem, nodesOf } from '../../engine/model.ts'
import { pathOf } from '../../lib/app-path.ts'
import { PROCESS } from '../../lib/codes.ts'
import { suggest } from '../../lib/did-you-mean.ts'
import { findUnstorable, isStorable, UNSTORABLE } from '../../lib/storable.ts'
import type { Context } from '../../platform/context.ts'
import { type ProblemKind, ScriptError } from '../../platform/scripts/problem.ts'
import type { Publication, Publishing, SolutionParts } from './change-set.ts'

type Known = Publishing & { operations: readonly string[] }

/** Compiles a diagram; unsupported elements are errors. */
export const publishProcess =
  (operations: readonly string[]): SolutionParts['publish'] =>
  (ctx, bpmn, process) =>
    publish(ctx, bpmn, { ...process, operations })

/** `operations` are those that agents can use. */
async function publish(
  ctx: Context,
  bpmn: string,
  { file, code, body, processes, decisions, operations, apps, modules }: Known,
): Promise<Publication> {
  const variables = Object.fromEntries(
    Object.entries(body.variables).map(([name, { type }]) => [name, type]),
  )
  const {
    model,
    problems,
    locations = {},
  } = await ctx.diagrams.compile({ xml: bpmn, variables, processes, decisions, operations })
  const more = model
    ? [
        ...checkTexts(bpmn, model),
        ...(await checkScripts(ctx, model)),
        ...checkStatuses(model, { body, apps }),
        ...checkActions(model, modules),
        ...checkClocks(model, body),
        ...checkPauseStatuses({ body, apps }),
      ]
    : []
  const all = [...problems, ...more]
  const diagram = join(dirname(file), body.bpmn ?? `${code}.bpmn`)
  return {
    graph: model,
    problems: all.map(({ element, name, message, severity, at }) => ({
      file: diagram,
      ...locationOf(at ?? locations[element]),
      message: `${labelOf(element, name, locations[element])}${message}`,
      ...(element && { element }),
      ...(severity && { severity }),
    })),
  }
}

/** The module may be applied later, with another solution: until then the step raises an incident. */
function checkActions(model: Model, modules: Publishing['modules']): ModelProblem[] {
  return nodesOf(model).flatMap(({ id, name, type, settings: { module = '', action = '' } }) => {
    if (type !== 'ca' || module === '' || action === '') return []
    const actions = modules.get(pathOf({ namespace: GLOBAL, code: module }))?.actions
    if (actions && Object.hasOwn(actions, action)) return []
    const message = actions
      ? `the module "${module}" has no action "${action}": it stops here`
      : `there is no module "${module}": it stops here`
    return [{ element: id, name, message, severity: 'warning' as const }]
  })
}

/** A character may also be written as a reference, such as `&#0;`. */
function checkTexts(bpmn: string, model: Model): ModelProblem[] {
  if (isStorable(bpmn) && !findUnstorable(model)) return []
  return [{ element: '', name: '', message: UNSTORABLE }]
}

/** Only errors in the text count: a timeout on a busy machine does not mean that a script is wrong. */
export const WRONG: ProblemKind[] = ['syntax', 'too_large']

async function checkScripts({ scripts }: Context, model: Model): Promise<ModelProblem[]> {
  const found: ModelProblem[] = []
  for (const { id: element, name, script, settings } of nodesOf(model)) {
    const { function: called } = settings
    const source = called ? model.scripts : script
    if (source === undefined) continue
    const problem = await scripts.check(source, called)
    if (problem && WRONG.includes(problem.kind)) {
      found.push({ element, name, message: new ScriptError(problem).message })
      continue
    }
    const others = called ? await scripts.findOthers(source, called) : undefined
    if (!called || others === undefined) continue
    const message = `the program has no function "${called}"${suggest(called, others)}`
    found.push({ element, name, message })
  }
  return found
}

/** Warns about a status that no process may set: every instance would fail there. */
function checkStatuses(
  model: Model,
  { body, apps }: Pick<Publishing, 'body' | 'apps'>,
): ModelProblem[] {
  return nodesOf(model).flatMap(({ id: element, name, type, settings }) => {
    const { target = '', status = '' } = settings
    const variable = type === 'status' ? body.variables[target] : undefined
    const path = variable && 'app' in variable ? String(variable.app) : ''
    const app = apps.get(path)
    if (!app || app.transitions.length === 0 || maySet(app, status)) return []
    const message = `no transition of ${path} allows a process to set the status "${status}"`
    return [{ element, name, message, severity: 'warning' as const }]
  })
}

/** Warns about a status that no app of its variables has: the clock would never pause. */
function checkPauseStatuses({ body, apps }: Pick<Publishing, 'body' | 'apps'>): ModelProblem[] {
  const linked = Object.values(body.variables).flatMap((variable) =>
    'app' in variable ? (apps.get(String(variable.app)) ?? []) : [],
  )
  const has = (status: string) => linked.some((app) => statusesIn(app, ['*']).includes(status))
  return Object.entries(body.sla).flatMap(([code, { pauseStatuses }]) =>
    pauseStatuses
      .filter((status) => linked.length > 0 && !has(status))
      .map((status) => ({
        ...{ element: '', name: '', severity: 'warning' as const },
        message: `the clock "${code}" stands still at the status "${status}", which no app of its variables has`,
      })),
  )
}

/** A clock of an element that is not there would never run. */
const checkClocks = ({ nodes }: Model, { sla }: Body<'process'>): ModelProblem[] =>
  Object.entries(sla).flatMap(([code, { step, pause }]) =>
    [...(step === undefined ? [] : [step]), ...pause]
      .filter((element) => nodes[element] === undefined)
      .map((element) => ({
        element: '',
        name: '',
        message: `the clock "${code}" is about the element "${element}", which is not in the diagram`,
      })),
  )

const maySet = (app: Body<'app'>, status: string): boolean =>
  app.transitions.some(
    ({ to, by }) => statusesIn(app, to).includes(status) && (!by || by.includes(PROCESS)),
  )

const locationOf = ({ line, column } = { line: 1, column: 1 }) => ({ line, column })

/** A generated id means nothing to people, so the tag is shown. */
function labelOf(element: string, name: string, location: ElementLocation | undefined): string {
  if (element === '') return ''
  const label = location && !location.hasId ? `<${location.tag}>` : element
  return `${name ? `${name} (${label})` : label}: `
}
