import type { Model, ModelProblem, Node } from './model.ts'

/** What a diagram must be so that every token finds its way. */
export function checkModel(model: Model): ModelProblem[] {
  const nodes = Object.values(model.nodes)
  return [
    ...checkStarts(model, nodes),
    ...nodes.flatMap((node) => checkNode(model, node)),
    ...checkFlows(model),
    ...checkReach(model, nodes),
  ]
}

const problem = ({ id, name }: { id: string; name: string }, message: string): ModelProblem => ({
  element: id,
  name,
  message,
})

function checkStarts(model: Model, nodes: Node[]): ModelProblem[] {
  const isStart = (node: Node) => node.type === 'start' && node.parent === undefined
  return nodes.some(isStart) ? [] : [problem(model, 'the process has no start event')]
}

function checkNode(model: Model, node: Node): ModelProblem[] {
  const problems: ModelProblem[] = []
  if (node.type === 'start' && node.incoming.length > 0)
    problems.push(problem(node, 'nothing leads into a start event'))
  if (node.type === 'end' && node.outgoing.length > 0)
    problems.push(problem(node, 'nothing leads out of an end event'))
  if (node.gateway === 'exclusive' || node.gateway === 'inclusive')
    problems.push(...checkChoice(model, node))
  if (node.type === 'user' && node.outgoing.length > 1) problems.push(...checkExits(model, node))
  if (node.type === 'call' && !node.called)
    problems.push(problem(node, 'a call names the process it calls'))
  if (node.type === 'script' && !node.script)
    problems.push(problem(node, 'a script task has a script'))
  if (node.type === 'event' && !node.trigger) problems.push(problem(node, 'an event has a trigger'))
  if (node.trigger?.kind === 'timer' && node.trigger.value === '') {
    problems.push(problem(node, 'a timer has a date, a duration or a cycle'))
  }
  return problems
}

/** When no condition holds there must be a way all the same. */
function checkChoice(model: Model, node: Node): ModelProblem[] {
  if (node.outgoing.length < 2 || node.defaultFlow !== undefined) return []
  const always = node.outgoing.filter((id) => model.flows[id]?.condition === '')
  if (node.gateway === 'inclusive' && always.length > 0) return []
  if (always.length === 1) return []
  return [
    problem(
      node,
      always.length === 0
        ? 'the gateway has no default flow: no way out when no condition holds'
        : 'more than one flow out of the gateway has no condition',
    ),
  ]
}

/** The flows out of a task are its exits, and people choose them by name. */
function checkExits(model: Model, node: Node): ModelProblem[] {
  const names = node.outgoing.map((id) => model.flows[id]?.name ?? '')
  if (names.some((name) => name === '')) return [problem(node, 'each exit of a task has a name')]
  return new Set(names).size < names.length
    ? [problem(node, 'two exits of a task have the same name')]
    : []
}

function checkFlows({ nodes, flows }: Model): ModelProblem[] {
  return Object.values(flows).flatMap((flow) => {
    const [source, target] = [nodes[flow.source], nodes[flow.target]]
    if (!source || !target) return [problem(flow, 'the flow does not join two elements')]
    return source.parent === target.parent
      ? []
      : [problem(flow, 'a flow does not cross the border of a sub-process')]
  })
}

function checkReach({ nodes, flows }: Model, all: Node[]): ModelProblem[] {
  const reached = new Set<string>()
  const waiting = all
    .filter((node) => node.type === 'start' || node.isHandler || isLinkTarget(node))
    .map(({ id }) => id)
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (reached.has(id)) continue
    reached.add(id)
    for (const flow of nodes[id]?.outgoing ?? []) {
      const target = flows[flow]?.target
      if (target !== undefined) waiting.push(target)
    }
    waiting.push(...all.filter(({ attachedTo }) => attachedTo === id).map((each) => each.id))
  }
  return all
    .filter(({ id }) => !reached.has(id))
    .map((node) => problem(node, 'nothing leads to this element'))
}

const isLinkTarget = (node: Node): boolean => node.trigger?.kind === 'link' && !node.isThrowing
