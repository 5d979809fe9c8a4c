import { conditionText, parseDecision } from '../decision.ts'
import { compileCondition, compileValue, isTree } from '../expressions/expression.ts'
import { itemName } from '../loop.ts'
import { LOOP_NAMES } from '../loop-values.ts'
import { type Flow, isScope, type Model, type Node, nodesOf } from '../model.ts'
import { isPath } from '../path.ts'
import { parseCycle } from '../time/cycle.ts'
import { isTime } from '../time/due.ts'
import { whyImpossible } from '../time/impossible.ts'
import { checkMember, checkNamesInside } from './functions.ts'
import { type Check, problem } from './problem.ts'
import { checkTypes } from './types.ts'

type Types = Record<string, string> | undefined

/** Every expression parses, uses declared variables and fits their types. */
export const checkExpressions: Check = (model, { variables }) => [
  ...Object.values(model.flows).flatMap((flow) => checkFlow(model, flow, variables)),
  ...nodesOf(model).flatMap((node) => checkNode(model, node, variables)),
]

const PERCENTS = ['__approvePercent', '__rejectPercent']

function checkFlow(model: Model, flow: Flow, types: Types) {
  const source = model.nodes[flow.source]
  if (flow.condition === '' || !source) return []
  const known = namesAt(model, source, [...PERCENTS, 'waitingForStart'])
  return checkText(flow.condition, { types, known, isCondition: true }).map((message) =>
    problem(flow.name ? flow : { id: flow.id, name: source.name }, message),
  )
}

function checkNode(model: Model, node: Node, types: Types) {
  const known = namesAt(model, node)
  const own = namesAt(model, node, [...node.incoming, 'activationCount', 'waitingForStart'])
  const activation = node.activation ?? ''
  return [
    ...(activation ? checkText(activation, { types, known: own, isCondition: true }) : []),
    ...conditionsOf(node).flatMap((text) => checkText(text, { types, known, isCondition: true })),
    ...timesOf(node).flatMap((text) => whyImpossible(text) ?? []),
    ...valuesOf(node).flatMap((text) => checkText(text, { types, known })),
    ...checkNames(node, types, known),
  ].map((message) => problem(node, message))
}

/** Names that only some elements see: the current member of a loop, and its counters. */
function namesAt({ nodes }: Model, node: Node, more: string[] = []): Set<string> {
  const known = new Set(['workspace', ...more])
  for (
    let at: Node | undefined = node;
    at;
    at = at.parent === undefined ? undefined : nodes[at.parent]
  ) {
    for (const name of localsOf(at)) known.add(name)
  }
  return known
}

/** The values of the runs of a loop, and the variables that a sub-process has of its own. */
function localsOf(node: Node): string[] {
  const { loop, type, mappings } = node
  const own = isScope(node) ? mappings.filter(({ direction }) => direction === 'in') : []
  return [
    ...own.map(({ target }) => target),
    // What its model passes to an activity.
    ...(type === 'agent' ? ['agent'] : []),
    ...(loop ? [itemName(node), ...LOOP_NAMES, ...(loop.outputItem ? [loop.outputItem] : [])] : []),
  ]
}

/** Everything about an element that is true or false. */
function conditionsOf({ loop, trigger, triggers, adHoc, settings }: Node): string[] {
  const waited = (triggers ?? (trigger ? [trigger] : [])).filter(({ kind }) => kind === 'condition')
  const all = [
    loop?.until,
    loop?.condition,
    ...(loop?.events ?? []).map(({ when }) => when),
    adHoc?.until,
    ...waited.map(({ value }) => value),
    ...rulesOf(settings.decision),
  ]
  return all.flatMap((text) => (text ? [text] : []))
}

function rulesOf(decision: string | undefined): string[] {
  try {
    const rules = decision ? parseDecision(decision) : []
    return rules.flatMap(({ when }) => (when === undefined ? [] : [conditionText(when)]))
  } catch {
    return []
  }
}

/** Expressions that give a value: times given by variables, correlations, loop collections, mappings. */
function valuesOf(node: Node): string[] {
  const { settings, loop, mappings } = node
  const isLiteral = (text: string) =>
    isTime(text) || parseCycle(text) !== undefined || whyImpossible(text) !== undefined
  const times = timesOf(node).filter((text) => !isLiteral(text))
  const sources = mappings.filter(({ direction }) => direction === 'in').map(({ source }) => source)
  const target = settings.target ?? settings.targetFieldCode ?? ''
  const all = [...times, settings.correlation ?? '', loop?.over ?? '', target, ...sources]
  return all.filter((text) => text !== '')
}

function timesOf({ trigger, triggers, due = '', settings: { ttl = '' } }: Node): string[] {
  const timers = (triggers ?? (trigger ? [trigger] : [])).filter(({ kind }) => kind === 'timer')
  return [...timers.map(({ value }) => value), due, ttl]
}

type Reading = { types: Types; known: Set<string>; isCondition?: boolean }

function checkText(text: string, { types, known, isCondition = false }: Reading): string[] {
  const names = readNames(text, isCondition)
  if (typeof names === 'string') return [names]
  const unknown = types ? names.filter((name) => !isKnown(name, types, known)) : []
  if (unknown.length > 0) return unknown.map((name) => `unknown variable "${name}" in "${text}"`)
  if (isCondition && isTree(text)) return []
  const inside = isPath(text) ? checkMember(text, types) : checkNamesInside(text, types)
  return [
    ...inside.map((message) => `${message} in "${text}"`),
    ...(types ? checkTypes(text, types, isCondition) : []),
  ]
}

/** A condition outside of a process: the names it reads, and what is wrong with it. */
export function checkCondition(text: string, types: Record<string, string>) {
  const names = readNames(text, true)
  if (typeof names === 'string') return { names: [], problems: [names] }
  return { names, problems: checkText(text, { types, known: new Set(names), isCondition: true }) }
}

function readNames(text: string, isCondition: boolean): string[] | string {
  if (isPath(text)) return [text.split('.')[0] ?? '']
  try {
    const { names, badPattern } = isCondition ? compileCondition(text) : compileValue(text)
    return badPattern === undefined ? names : `"${badPattern}" is not a pattern, in "${text}"`
  } catch (error) {
    return `"${text}" cannot be read: ${(error as Error).message}`
  }
}

/** System names, such as `__createdBy`, need no declaration. */
const isKnown = (name: string, types: Record<string, string>, known: Set<string>): boolean =>
  name in types || known.has(name) || name.startsWith('__')

/** Variables named outside expressions: results, forms, performers. */
function checkNames(node: Node, types: Types, known: Set<string>): string[] {
  if (!types) return []
  const outputs = node.mappings.filter(
    ({ direction }) => direction === 'out' || node.type === 'assignment',
  )
  const performers = [node.performer ?? '', node.settings.receivers ?? ''].flatMap((text) =>
    Array.from(text.matchAll(/variable:([^,|\s]+)/g), ([, name = '']) => name),
  )
  const names = [
    ...outputs.map(({ target }) => target),
    ...(node.settings.result ? [node.settings.result] : []),
    ...node.form.map(({ code }) => code),
    ...performers,
  ]
  return names
    .filter((name) => !isKnown(name, types, known))
    .map((name) => `unknown variable "${name}"`)
}
