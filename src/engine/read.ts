import type {
  Exit,
  Flow,
  FormField,
  Lane,
  Mapping,
  Model,
  ModelProblem,
  Node,
  NodeType,
} from './model.ts'
import { collaborationsOf, connectPools, localName, toPool } from './pools.ts'
import { body, definitionsOf, readTriggers } from './read-events.ts'
import { readLoop } from './read-loop.ts'
import { DRAWN, type Element, refusalsOf, TYPES } from './refuse.ts'

const GATEWAYS: Record<string, Node['gateway']> = {
  'bpmn:ExclusiveGateway': 'exclusive',
  'bpmn:InclusiveGateway': 'inclusive',
  'bpmn:ParallelGateway': 'parallel',
  'bpmn:EventBasedGateway': 'event',
  'bpmn:ComplexGateway': 'complex',
}

const SCOPES = ['bpmn:SubProcess', 'bpmn:Transaction', 'bpmn:AdHocSubProcess']

type Reading = Model & { problems: ModelProblem[] }

/** Reads a process, with the pools that run inside it. */
export function readProcess(
  process: Element,
  others: readonly Element[] = [],
  root: Element = process,
): { model: Model; problems: ModelProblem[] } {
  const reading: Reading = {
    id: process.id ?? '',
    name: process.name ?? '',
    nodes: {},
    flows: {},
    lanes: {},
    ...scriptsOf(process),
    problems: [],
  }
  readElements(process, undefined, reading)
  for (const each of others) {
    const pool = toPool(each)
    reading.nodes[pool.id] = pool
    readElements(each, pool.id, reading)
  }
  for (const collaboration of collaborationsOf(root)) readAssociations(collaboration, reading)
  for (const { id, source, target } of Object.values(reading.flows)) {
    reading.nodes[source]?.outgoing.push(id)
    reading.nodes[target]?.incoming.push(id)
  }
  for (const { laneSets = [] } of [process, ...others]) {
    for (const set of laneSets) readLanes(set, reading)
  }
  reading.problems.push(...connectPools(reading, root))
  callPools(reading)
  const { problems, ...model } = reading
  return { model, problems }
}

/** A call of a process in the same file runs it inside the call. */
function callPools({ nodes }: Reading): void {
  for (const node of Object.values(nodes)) {
    const id = node.called === undefined ? '' : localName(node.called)
    const pool = node.type === 'call' ? nodes[id] : undefined
    if (!pool?.isPool) continue
    node.calls = id
    pool.isCalled = true
  }
}

function readElements(scope: Element, parent: string | undefined, reading: Reading): void {
  for (const element of scope.flowElements ?? []) {
    if (element.$type === 'bpmn:SequenceFlow') readSequenceFlow(element, reading)
    else if (!DRAWN.includes(element.$type)) readNode(element, parent, reading)
  }
  readAssociations(scope, reading)
}

/** An association connects a compensation event with the activity that undoes what the event watches. */
function readAssociations({ artifacts }: Element, { nodes }: Reading): void {
  for (const { $type, sourceRef, targetRef } of (artifacts as Element[] | undefined) ?? []) {
    if ($type !== 'bpmn:Association') continue
    const ends = [sourceRef, targetRef].map(
      (each) => nodes[(each as Element | undefined)?.id ?? ''],
    )
    const event = ends.find((each) => each?.trigger?.kind === 'compensation' && each.attachedTo)
    const activity = ends.find((each) => each?.isForCompensation)
    if (event && activity) event.undoneBy = activity.id
  }
}

function readNode(element: Element, parent: string | undefined, reading: Reading): void {
  const { $type, id = '', name = '' } = element
  const { errors, warnings } = refusalsOf(element, definitionsOf(element))
  reading.problems.push(
    ...errors.map((message) => ({ element: id, name, message })),
    ...warnings.map((message) => ({ element: id, name, message, severity: 'warning' as const })),
  )
  // An unsupported element stays as a plain step, so that its neighbours cause no further problems.
  const known = TYPES[$type] ?? 'task'
  const extensions = readExtensions(element)
  reading.nodes[id] = {
    ...extensions,
    id,
    name,
    type: typeOf(element, known),
    element: $type,
    incoming: [],
    outgoing: [],
    ...(parent !== undefined && { parent }),
    ...readTriggers(element, extensions.settings),
    ...readDetails(element),
    ...readExecution(element),
  }
  if (SCOPES.includes($type)) readElements(element, id, reading)
}

/** Programs pull it by its topic, whatever kind of task it is drawn as. */
const isPulled = ({ topic }: Element): boolean => typeof topic === 'string' && topic !== ''

/** A business rule task that asks for a decision of a solution. */
const isDecision = ({ $type, decision }: Element): boolean =>
  $type === 'bpmn:BusinessRuleTask' && decision !== undefined

/** What the element does: as its attributes say, else what BPMN calls it. */
function typeOf(element: Element, known: NodeType): NodeType {
  if (isPulled(element)) return 'worker'
  return (element.step as NodeType | undefined) ?? (isDecision(element) ? 'decision' : known)
}

function readDetails(element: Element): Partial<Node> {
  const { $type } = element
  const attachedTo = (element.attachedToRef as Element | undefined)?.id
  const loop = readLoop(element)
  const gateway = GATEWAYS[$type]
  const defaultFlow = (element.default as Element | undefined)?.id
  const isSending =
    $type === 'bpmn:SendTask' && element.messageRef !== undefined && !isPulled(element)
  const isError = definitionsOf(element).some((each) => each.$type === 'bpmn:ErrorEventDefinition')
  const wanted = attachedTo === undefined ? element.isInterrupting : element.cancelActivity
  return {
    ...(attachedTo !== undefined && { attachedTo }),
    ...(($type === 'bpmn:StartEvent' || attachedTo !== undefined) && {
      isInterrupting: isError || wanted !== false,
    }),
    ...(($type === 'bpmn:IntermediateThrowEvent' || isSending) && { isThrowing: true }),
    ...(element.triggeredByEvent === true && { isHandler: true }),
    ...(gateway && { gateway }),
    ...(defaultFlow !== undefined && { defaultFlow }),
    ...(loop && { loop }),
    ...((element.step !== undefined || isPulled(element)) && { isStep: true }),
    ...(isPulled(element) && { topic: String(element.topic) }),
    ...(typeof element.performer === 'string' && { performer: element.performer }),
    ...(typeof element.due === 'string' && { due: element.due }),
    ...(typeof element.decision === 'string' && { decision: element.decision }),
    ...(typeof element.script === 'string' && { script: element.script }),
    ...(typeof element.calledElement === 'string' && { called: element.calledElement }),
  }
}

/** What the standard says about how an element is executed. */
function readExecution(element: Element): Partial<Node> {
  const { $type, startQuantity = 1, completionQuantity = 1, isForCompensation } = element
  const activation = body(element.activationCondition)
  return {
    ...(isForCompensation === true && { isForCompensation }),
    ...(startQuantity !== 1 && { startQuantity: Number(startQuantity) }),
    ...(completionQuantity !== 1 && { completionQuantity: Number(completionQuantity) }),
    ...(activation && { activation }),
    ...(element.instantiate === true && { isInstantiating: true }),
    ...(element.eventGatewayType === 'Parallel' && { isParallel: true }),
    ...($type === 'bpmn:Transaction' && { isTransaction: true }),
    ...($type === 'bpmn:AdHocSubProcess' && {
      adHoc: {
        isSequential: element.ordering === 'Sequential',
        until: body(element.completionCondition),
        keepsRest: element.cancelRemainingInstances === false,
      },
    }),
  }
}

function readSequenceFlow(element: Element, { flows, problems }: Reading): void {
  const { id = '', name = '' } = element
  const { language = 'cel' } = (element.conditionExpression ?? {}) as { language?: string }
  if (!/cel$/i.test(language)) {
    const message = `conditions are written in CEL, not ${language}`
    problems.push({ element: id, name, message, severity: 'warning' })
  }
  flows[id] = readFlow(element)
}

const readFlow = (element: Element): Flow => ({
  id: element.id ?? '',
  name: element.name ?? '',
  source: (element.sourceRef as Element | undefined)?.id ?? '',
  target: (element.targetRef as Element | undefined)?.id ?? '',
  condition: body(element.conditionExpression),
  exit: readExit(element),
})

const readExit = (element: Element): Exit => ({
  confirm: String(element.confirm ?? 'none'),
  confirmText: String(element.confirmText ?? ''),
  buttonClass: String(element.buttonClass ?? 'default'),
  interrupt: element.interrupt === true,
  skipCheck: element.skipCheck === true,
  form: readExtensions(element).form,
})

function readLanes(set: Element, reading: Reading): void {
  for (const lane of (set.lanes as Element[] | undefined) ?? []) {
    const nodes = ids(lane.flowNodeRef)
    const read: Lane = {
      id: lane.id ?? '',
      name: lane.name ?? '',
      performer: String(lane.performer ?? ''),
      nodes,
    }
    reading.lanes[read.id] = read
    for (const id of nodes) {
      const node = reading.nodes[id]
      if (node) node.lane = read.id
    }
    if (lane.childLaneSet) readLanes(lane.childLaneSet as Element, reading)
  }
}

type Extensions = Pick<Node, 'form' | 'settings' | 'mappings'>

const extensionsOf = ({ extensionElements }: Element): Element[] =>
  ((extensionElements as Element | undefined)?.values as Element[] | undefined) ?? []

function scriptsOf(process: Element): Pick<Model, 'scripts'> {
  const found = extensionsOf(process).find(({ $type }) => $type === 'kontor:Scripts')
  return typeof found?.text === 'string' ? { scripts: found.text } : {}
}

function readExtensions(element: Element): Extensions {
  const values = extensionsOf(element)
  const all = (type: string, key: string) =>
    values
      .filter(({ $type }) => $type === type)
      .flatMap((each) => (each[key] as Element[] | undefined) ?? [])
  return {
    form: all('kontor:Form', 'fields').map(readFormField),
    settings: Object.fromEntries(
      all('kontor:Settings', 'values').map(({ name, value }) => [
        String(name),
        String(value ?? ''),
      ]),
    ),
    mappings: all('kontor:Mappings', 'values').map(readMapping),
  }
}

const readFormField = (field: Element): FormField => ({
  code: String(field.code ?? ''),
  name: String(field.name ?? ''),
  display: String(field.display ?? 'input'),
  readonly: field.readonly === true,
  required: field.required === true,
  tooltip: String(field.tooltip ?? ''),
})

const readMapping = ({ direction, source, target }: Element): Mapping => ({
  direction: direction === 'out' ? 'out' : 'in',
  source: String(source ?? ''),
  target: String(target ?? ''),
})

const ids = (elements: unknown): string[] =>
  ((elements as Element[] | undefined) ?? []).map(({ id }) => id ?? '')
