import { conditionText, parseDecision } from '../decision.ts'
import { compileCondition, compileValue, isTree } from '../expressions/expression.ts'
import { itemName } from '../loop.ts'
import { type Flow, type Model, type Node, nodesOf } from '../model.ts'
import { isPath } from '../path.ts'
import { parseCycle } from '../time/cycle.ts'
import { isTime } from '../time/due.ts'
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
  const known = namesAt(model, source, PERCENTS)
  return checkText(flow.condition, { types, known, isCondition: true }).map((message) =>
    problem(flow.name ? flow : { id: flow.id, name: source.name }, message),
  )
}

const COUNTERS = [
  'done',
  'numberOfInstances',
  'numberOfActiveInstances',
  'numberOfCompletedInstances',
]

function checkNode(model: Model, node: Node, types: Types) {
  const known = namesAt(model, node)
  const counting = namesAt(model, node, COUNTERS)
  const conditions = [node.loop?.until, node.loop?.condition].map((text) =>
    text ? checkText(text, { types, known: counting, isCondition: true }) : [],
  )
  const waited = node.trigger?.kind === 'condition' ? node.trigger.value : ''
  return [
    ...conditions.flat(),
    ...(waited ? checkText(waited, { types, known, isCondition: true }) : []),
    ...conditionsOf(node).flatMap((text) => checkText(text, { types, known, isCondition: true })),
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
    if (at.loop) known.add(itemName(at)).add('loopCounter')
  }
  return known
}

function conditionsOf({ settings: { decision } }: Node): string[] {
  try {
    const rules = decision ? parseDecision(decision) : []
    return rules.flatMap(({ when }) => (when === undefined ? [] : [conditionText(when)]))
  } catch {
    return []
  }
}

/** Expressions that give a value: times given by variables, correlations, loop collections, mappings. */
function valuesOf({ trigger, due, settings, loop, mappings }: Node): string[] {
  const timer = trigger?.kind === 'timer' ? trigger.value : ''
  const times = [timer, due ?? ''].filter((text) => !isTime(text) && !parseCycle(text))
  const sources = mappings.filter(({ direction }) => direction === 'in').map(({ source }) => source)
  const target = settings.target ?? settings.targetFieldCode ?? ''
  const all = [...times, settings.correlation ?? '', loop?.over ?? '', target, ...sources]
  return all.filter((text) => text !== '')
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

function readNames(text: string, isCondition: boolean): string[] | string {
  if (isPath(text)) return [text.split('.')[0] ?? '']
  try {
    return (isCondition ? compileCondition(text) : compileValue(text)).names
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
