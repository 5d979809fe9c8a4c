import { initialsOf } from '../initial.ts'
import { type Flow, hasExits, isScope, type Model, type Node } from '../model.ts'
import { type Links, linksOf, reachableFrom, sameLinks } from './graph.ts'
import { type Check, problem, warning } from './problem.ts'

/** The structural rules of a diagram: starts, ends, flows, boundaries, gateways. */
export const checkStructure: Check = (model) => {
  const nodes = Object.values(model.nodes)
  const links = linksOf(model)
  return [
    ...checkStarts(model, nodes),
    ...nodes.flatMap((node) => checkNode(model, node, links)),
    ...checkFlows(model),
    ...(isWhole(model) ? checkReach(model, nodes, links) : []),
  ]
}

const isPlainStart = ({ type, trigger }: Node) => type === 'start' && !trigger

function checkStarts(model: Model, nodes: Node[]) {
  const own = nodes.filter(({ parent }) => parent === undefined)
  if (initialsOf(own).length === 0) return [problem(model, 'nothing in the process can begin')]
  const [, ...others] = own.filter(isPlainStart)
  return others.map((start) =>
    warning(start, 'the process already has a plain start event: this one begins only by its id'),
  )
}

function checkNode(model: Model, node: Node, links: Links) {
  const flowsOut = node.outgoing.flatMap((id) => model.flows[id] ?? [])
  const messages = [
    node.type === 'start' && node.incoming.length > 0 && 'a start event cannot have incoming flows',
    node.type === 'end' && node.outgoing.length > 0 && 'an end event cannot have outgoing flows',
    node.attachedTo !== undefined &&
      node.incoming.length > 0 &&
      'a boundary event cannot have incoming flows',
    node.isHandler === true &&
      node.incoming.length + node.outgoing.length > 0 &&
      'an event sub-process cannot have incoming or outgoing flows',
    node.isForCompensation === true &&
      node.incoming.length + node.outgoing.length > 0 &&
      'an activity for compensation cannot have incoming or outgoing flows: an association leads to it',
    checkBoundary(model, node),
    ...checkInside(links, node),
    ...checkLink(links, node),
    ...checkEventGateway(model, node, links),
    ...checkNamedExits(node, flowsOut),
  ]
  const doubts = [
    ...checkWaysOut(node, flowsOut),
    checkDefault(node, flowsOut),
    ...checkFewEvents(model, node),
    ...checkInnerStarts(links, node),
  ]
  return [
    ...messages.flatMap((message) => (message ? [problem(node, message)] : [])),
    ...doubts.flatMap((message) => (message ? [warning(node, message)] : [])),
  ]
}

function checkBoundary({ nodes }: Model, { attachedTo }: Node) {
  const host = attachedTo === undefined ? undefined : nodes[attachedTo]
  const isActivity = host && !['start', 'end', 'event', 'gateway'].includes(host.type)
  const isReceiving = host?.element === 'bpmn:ReceiveTask'
  return host && !isActivity && !isReceiving && 'only activities can have boundary events'
}

function checkInside(links: Links, node: Node): (string | false)[] {
  const { id, isHandler } = node
  if (!isScope(node)) return []
  if (isHandler !== true) {
    const inside = links.inside.get(id) ?? []
    const isStuck = inside.length > 0 && initialsOf(inside).length === 0
    return [isStuck && 'nothing in the sub-process can begin']
  }
  const starts = links.starts.get(id) ?? []
  const isTriggered = starts.length > 0 && starts.every(({ trigger }) => trigger !== undefined)
  return [!isTriggered && 'the start event of an event sub-process needs a trigger']
}

/** A sub-process begins when a token arrives, whatever its start events say. */
function checkInnerStarts(links: Links, node: Node): (string | false)[] {
  const { id, isHandler, isPool } = node
  if (!isScope(node) || isHandler === true || isPool === true) return []
  const starts = links.starts.get(id) ?? []
  return [
    starts.length > 1 && 'the sub-process begins at all of its start events',
    starts.some(({ trigger }) => trigger) &&
      'the trigger of a start event inside a sub-process is ignored',
  ]
}

function checkLink(links: Links, node: Node): (string | false)[] {
  if (node.trigger?.kind !== 'link') return []
  const { name } = node.trigger
  const { sources = [], targets = [] } = Object.groupBy(sameLinks(links, node), (each) =>
    each.isThrowing ? 'sources' : 'targets',
  )
  return [
    node.isThrowing === true && targets.length === 0 && `no link event "${name}" goes on from here`,
    node.isThrowing === true &&
      node.outgoing.length > 0 &&
      'a throwing link event cannot have outgoing flows',
    !node.isThrowing && targets.length > 1 && `two link events go on from "${name}"`,
    !node.isThrowing && sources.length === 0 && `no link event leads to "${name}"`,
  ]
}

const WAITED = ['timer', 'message', 'signal', 'status', 'condition', 'multiple']

function checkEventGateway(
  { nodes, flows }: Model,
  { gateway, outgoing }: Node,
  { border }: Links,
): string[] {
  if (gateway !== 'event') return []
  const targets = outgoing.flatMap((id) => nodes[flows[id]?.target ?? ''] ?? [])
  const isPlain = ({ id, loop }: Node) => !border.has(id) && !loop
  const isFit = (node: Node) =>
    node.type === 'event' &&
    !node.isThrowing &&
    WAITED.includes(node.trigger?.kind ?? '') &&
    isPlain(node)
  if (targets.length === 0) return ['an event gateway without events never goes on']
  return targets.every(isFit)
    ? []
    : ['each flow out of an event gateway must lead to an event of its own']
}

function checkFewEvents({ nodes, flows }: Model, { gateway, outgoing }: Node): (string | false)[] {
  if (gateway !== 'event') return []
  const targets = outgoing.flatMap((id) => nodes[flows[id]?.target ?? ''] ?? [])
  const isShared = targets.some(({ incoming }) => incoming.length > 1)
  return [
    targets.length === 1 && 'an event gateway needs at least two events',
    isShared && 'an event after an event gateway should have no other incoming flow',
  ]
}

const EXCLUSIVE = ['user', 'sign_item', 'registration']

function checkWaysOut(node: Node, flows: Flow[]): (string | false)[] {
  const { type, gateway, defaultFlow } = node
  if (flows.length === 0) return []
  if (gateway === 'parallel' || gateway === 'event') {
    const hasCondition = flows.some(({ condition }) => condition !== '')
    return [hasCondition && 'conditions on the flows out of this gateway are never evaluated']
  }
  const dead = checkDead(flows, defaultFlow, gateway === 'exclusive')
  return EXCLUSIVE.includes(type)
    ? [...dead, ...checkExits(flows)]
    : [...dead, checkChoice(node, flows)]
}

/** A choice takes one branch: at most one flow may have no condition. */
function checkChoice({ gateway, type }: Node, flows: Flow[]): string | false {
  const isOne = gateway === 'exclusive' || type === 'approval_list_process'
  const always = flows.filter(({ condition }) => condition === '')
  return isOne && always.length > 1 && 'more than one flow out of it has no condition'
}

/** Without a default flow, an instance for which no condition holds becomes an incident. */
function checkDefault({ gateway, type, defaultFlow }: Node, flows: Flow[]): string | false {
  if (gateway === 'parallel' || gateway === 'event' || EXCLUSIVE.includes(type)) return false
  const isOpen = defaultFlow !== undefined || flows.some(({ condition }) => condition === '')
  if (isOpen || flows.length === 0) return false
  return `${gateway ? 'the gateway' : 'it'} has no default flow: no way out when no condition holds`
}

function checkDead(flows: Flow[], defaultFlow: string | undefined, isExclusive: boolean): string[] {
  const asked = flows.filter(({ id }) => id !== defaultFlow).map(({ condition }) => condition)
  const never = asked.filter((condition) => condition === 'false')
  const seen = new Set([''])
  const twice = asked.filter((each) => (seen.has(each) ? each !== '' : !seen.add(each)))
  const first = flows.find(({ id }) => id === defaultFlow)
  return [
    ...never.map(() => 'a flow with the condition "false" is never taken'),
    ...(isExclusive
      ? twice.map((each) => `a second flow with the condition "${each}" is never taken`)
      : []),
    ...(first && first.condition !== ''
      ? ['the condition of the default flow is never evaluated']
      : []),
  ]
}

/** The outgoing flows of a task are its exits if they have names, by which people choose. */
function checkExits(flows: Flow[]): (string | false)[] {
  const names = flows.map(({ name }) => name)
  if (flows.length < 2) return []
  if (!hasExits(flows)) {
    return ['its flows have no names: nobody chooses, all that may be taken are taken']
  }
  return [new Set(names).size < names.length && 'two exits of a task have the same name']
}

function checkNamedExits({ settings }: Node, flows: Flow[]): string[] {
  const wanted = [settings.signExit, settings.cancelExit].filter((each) => each !== undefined)
  return wanted
    .filter((exit) => !flows.some(({ id }) => id === exit))
    .map((exit) => `"${exit}" is no flow out of this task`)
}

function checkFlows({ nodes, flows }: Model) {
  return Object.values(flows).flatMap((flow) => {
    const [source, target] = [nodes[flow.source], nodes[flow.target]]
    if (!source || !target) return [problem(flow, 'the flow does not connect two elements')]
    return source.parent === target.parent
      ? []
      : [problem(flow, 'a flow cannot cross the boundary of a sub-process')]
  })
}

/** With a dangling flow, unreachable elements behind it are only a consequence: they are not reported. */
const isWhole = ({ nodes, flows }: Model): boolean =>
  Object.values(flows).every(({ source, target }) => nodes[source] && nodes[target])

function checkReach(model: Model, nodes: Node[], links: Links) {
  const others = nodes.filter((node) => node.isHandler || node.isForCompensation || node.isPool)
  const begin = [...[...links.inside.values()].flatMap(initialsOf), ...others]
  const reached = reachableFrom(
    model,
    begin.map(({ id }) => id),
    links,
  )
  return nodes
    .filter(({ id }) => !reached.has(id))
    .map((node) => warning(node, 'this element cannot be reached'))
}
