import type { Model, ModelProblem, Node } from './model.ts'
import { childrenOf, type Element } from './refuse.ts'

/** The executable processes of a file, by their part in it. */
export type Pools = {
  main: Element
  /** Run inside the main process: called by it, or exchanging messages with it. */
  others: Element[]
  problems: ModelProblem[]
}

/** The main process is the first that nothing calls and that people can start. */
export function sortPools(root: Element, processes: [Element, ...Element[]]): Pools {
  const called = new Set(processes.flatMap(childrenOf).flatMap(calledBy))
  const uncalled = processes.filter(({ id = '' }) => !called.has(id))
  const main = uncalled.find(isStartable) ?? uncalled[0] ?? processes[0]
  const partners = new Set(collaborationsOf(root).flatMap(processesIn))
  const isPart = (each: Element) => called.has(each.id ?? '') || partners.has(each)
  const rest = processes.filter((each) => each !== main)
  return {
    main,
    others: rest.filter(isPart),
    problems: rest
      .filter((each) => !isPart(each))
      .map(({ id = '', name = '' }) => ({
        element: id,
        name,
        message: LEFT_OUT,
        severity: 'warning',
      })),
  }
}

const LEFT_OUT = 'the process is left out: nothing calls it, and it is no pool of a collaboration'

/** The name of a called process may have a prefix of its namespace. */
const calledBy = ({ calledElement }: Element): string[] =>
  typeof calledElement === 'string' ? [localName(calledElement)] : []

export const localName = (name: string): string => name.replace(/^[\w.-]+:/, '')

const isStartable = ({ flowElements = [] }: Element): boolean => {
  const starts = flowElements.filter(({ $type }) => $type === 'bpmn:StartEvent')
  const isPlain = ({ eventDefinitions, eventDefinitionRef }: Element) =>
    !eventDefinitions && !eventDefinitionRef
  return starts.length === 0 || starts.some(isPlain)
}

export const collaborationsOf = ({ rootElements = [] }: Element): Element[] =>
  rootElements.filter(({ $type }) => $type === 'bpmn:Collaboration')

const processesIn = ({ participants }: Element): Element[] =>
  ((participants as Element[] | undefined) ?? []).flatMap(
    ({ processRef }) => (processRef as Element | undefined) ?? [],
  )

/** A pool is a part of the process with a scope of its own. */
export const toPool = ({ id = '', name = '' }: Element): Node => ({
  id,
  name,
  type: 'subprocess',
  element: 'bpmn:Process',
  incoming: [],
  outgoing: [],
  isPool: true,
  form: [],
  settings: {},
  mappings: [],
})

/**
 * A message flow connects two events or tasks: a message without a name gets that of the other end. Returns
 * what cannot be followed.
 */
export function connectPools({ nodes }: Model, root: Element): ModelProblem[] {
  const sources = new Map<Node, number>()
  for (const collaboration of collaborationsOf(root)) {
    for (const flow of (collaboration.messageFlows as Element[] | undefined) ?? []) {
      const [source, target] = [flow.sourceRef, flow.targetRef].map(
        (end) => nodes[(end as Element | undefined)?.id ?? ''],
      )
      if (!source || !target || !canReceive(target)) continue
      connect(source, target, flow.id ?? '')
      sources.set(source, (sources.get(source) ?? 0) + 1)
    }
  }
  return [...sources]
    .filter(([, flows]) => flows > 1)
    .map(([{ id, name }]) => ({ element: id, name, message: ONE_FLOW, severity: 'warning' }))
}

const ONE_FLOW = 'only one of its message flows is followed: a message has one receiver'

const canReceive = ({ trigger }: Node): boolean => trigger?.kind === 'message'

function connect(source: Node, target: Node, flow: string): void {
  const isSendTask = source.element === 'bpmn:SendTask' && !source.isStep && !source.trigger
  if (isSendTask) Object.assign(source, { isThrowing: true, trigger: noName() })
  if (source.trigger?.kind !== 'message') return
  const name = source.trigger.name || target.trigger?.name || flow
  for (const node of [source, target]) {
    if (node.trigger?.name === '') node.trigger = { ...node.trigger, name }
  }
}

const noName = () => ({ kind: 'message', name: '', value: '' })
