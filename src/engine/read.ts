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
  Trigger,
} from './model.ts'
import { type Element, refusalsOf, TRIGGERS, TYPES } from './refuse.ts'

const GATEWAYS: Record<string, Node['gateway']> = {
  'bpmn:ExclusiveGateway': 'exclusive',
  'bpmn:InclusiveGateway': 'inclusive',
  'bpmn:ParallelGateway': 'parallel',
  'bpmn:EventBasedGateway': 'event',
}

/** Documentation only. */
const DRAWN = ['bpmn:DataObject', 'bpmn:DataObjectReference', 'bpmn:DataStoreReference']

type Reading = Model & { problems: ModelProblem[] }

export function readProcess(process: Element): { model: Model; problems: ModelProblem[] } {
  const reading: Reading = {
    id: process.id ?? '',
    name: process.name ?? '',
    nodes: {},
    flows: {},
    lanes: {},
    problems: [],
  }
  readElements(process, undefined, reading)
  for (const { id, source, target } of Object.values(reading.flows)) {
    reading.nodes[source]?.outgoing.push(id)
    reading.nodes[target]?.incoming.push(id)
  }
  for (const set of process.laneSets ?? []) readLanes(set, reading)
  const { problems, ...model } = reading
  return { model, problems }
}

function readElements(scope: Element, parent: string | undefined, reading: Reading): void {
  for (const element of scope.flowElements ?? []) {
    if (element.$type === 'bpmn:SequenceFlow') readSequenceFlow(element, reading)
    else if (!DRAWN.includes(element.$type)) readNode(element, parent, reading)
  }
}

function readNode(element: Element, parent: string | undefined, reading: Reading): void {
  const { $type, id = '', name = '' } = element
  const definitions = definitionsOf(element)
  const refusals = refusalsOf(element, definitions)
  reading.problems.push(...refusals.map((message) => ({ element: id, name, message })))
  // An unsupported element stays as a plain step, so that its neighbours cause no further problems.
  const known = TYPES[$type] ?? 'task'
  const extensions = readExtensions(element)
  const trigger = readTrigger(definitions[0] ?? messageOf(element), extensions.settings)
  reading.nodes[id] = {
    ...extensions,
    id,
    name,
    type: (element.step as NodeType | undefined) ?? known,
    element: $type,
    incoming: [],
    outgoing: [],
    ...(parent !== undefined && { parent }),
    ...(trigger && { trigger }),
    ...readDetails(element),
  }
  if ($type === 'bpmn:SubProcess') readElements(element, id, reading)
}

const definitionsOf = ({ eventDefinitions, eventDefinitionRef }: Element): Element[] => [
  ...((eventDefinitions as Element[] | undefined) ?? []),
  ...((eventDefinitionRef as Element[] | undefined) ?? []),
]

/** A send or receive task names its message itself. */
const messageOf = ({ $type, messageRef }: Element): Element | undefined =>
  messageRef || $type === 'bpmn:ReceiveTask'
    ? { $type: 'bpmn:MessageEventDefinition', messageRef }
    : undefined

function readDetails(element: Element): Partial<Node> {
  const { $type } = element
  const attachedTo = (element.attachedToRef as Element | undefined)?.id
  const loop = readLoop(element.loopCharacteristics as Element | undefined)
  const gateway = GATEWAYS[$type]
  const defaultFlow = (element.default as Element | undefined)?.id
  const isSending = $type === 'bpmn:SendTask' && element.messageRef !== undefined
  const isInterrupting = attachedTo === undefined ? element.isInterrupting : element.cancelActivity
  return {
    ...(attachedTo !== undefined && { attachedTo }),
    ...(($type === 'bpmn:StartEvent' || attachedTo !== undefined) && {
      isInterrupting: isInterrupting !== false,
    }),
    ...(($type === 'bpmn:IntermediateThrowEvent' || isSending) && { isThrowing: true }),
    ...(element.triggeredByEvent === true && { isHandler: true }),
    ...(gateway && { gateway }),
    ...(defaultFlow !== undefined && { defaultFlow }),
    ...(loop && { loop }),
    ...(typeof element.performer === 'string' && { performer: element.performer }),
    ...(typeof element.due === 'string' && { due: element.due }),
    ...(typeof element.script === 'string' && { script: element.script }),
    ...(typeof element.calledElement === 'string' && { called: element.calledElement }),
  }
}

function readTrigger(
  definition: Element | undefined,
  settings: Record<string, string>,
): Trigger | undefined {
  if (!definition) return undefined
  const timer = ['timeDate', 'timeDuration', 'timeCycle'].find((key) => definition[key])
  const reference = (definition.messageRef ??
    definition.signalRef ??
    definition.errorRef ??
    definition.escalationRef) as Element | undefined
  const code = (reference?.errorCode ?? reference?.escalationCode ?? reference?.name) as
    | string
    | undefined
  return {
    kind: kindOf(definition, settings),
    name: timer ?? code ?? (definition.name as string | undefined) ?? '',
    value: body(definition[timer ?? 'condition']),
  }
}

/** A condition is about variables, or with these settings about the status or the lifecycle of an item. */
function kindOf({ $type }: Element, settings: Record<string, string>): string {
  const kind = TRIGGERS[$type] ?? ''
  if (kind !== 'condition') return kind
  if (settings.app !== undefined) return 'item'
  return settings.status === undefined ? kind : 'status'
}

function readLoop(element: Element | undefined): Node['loop'] {
  if (!element) return undefined
  const isStandard = element.$type === 'bpmn:StandardLoopCharacteristics'
  const list = element.loopDataInputRef as Element | undefined
  const item = (element.inputDataItem as Element | undefined)?.name
  return {
    kind: isStandard ? 'standard' : element.isSequential ? 'sequential' : 'parallel',
    over: body(element.loopCardinality) || (list?.name ?? list?.id ?? ''),
    until: body(element.completionCondition),
    condition: body(element.loopCondition),
    ...(item !== undefined && { item }),
    ...(element.testBefore === true && { testBefore: true }),
    ...(element.loopMaximum !== undefined && { maximum: Number(element.loopMaximum) }),
  }
}

function readSequenceFlow(element: Element, { flows, problems }: Reading): void {
  const { id = '', name = '' } = element
  const { language = 'cel' } = (element.conditionExpression ?? {}) as { language?: string }
  if (!/cel$/i.test(language)) {
    problems.push({ element: id, name, message: `conditions are written in CEL, not ${language}` })
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

function readExtensions(element: Element): Extensions {
  const values =
    ((element.extensionElements as Element | undefined)?.values as Element[] | undefined) ?? []
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

const body = (expression: unknown): string =>
  String((expression as { body?: string } | undefined)?.body ?? '').trim()
