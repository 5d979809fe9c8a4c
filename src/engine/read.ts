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

/** An element as the BPMN library gives it. */
export type Element = {
  $type: string
  id?: string
  name?: string
  [key: string]: unknown
  rootElements?: Element[]
  flowElements?: Element[]
  laneSets?: Element[]
}

/** Tasks of BPMN that people or the server do; `kontor:step` tells automatic ones apart. */
const STEPS: NodeType[] = [
  'assignment',
  'status',
  'notification',
  'send_mail',
  'app_create',
  'app_update',
  'doc_template',
  'approval_list_process',
  'approval_list_close',
  'inform_list_process',
  'sign_item',
  'registration',
  'ca',
]

const TYPES: Record<string, NodeType> = {
  'bpmn:StartEvent': 'start',
  'bpmn:EndEvent': 'end',
  'bpmn:UserTask': 'user',
  'bpmn:ManualTask': 'task',
  'bpmn:Task': 'task',
  'bpmn:ScriptTask': 'script',
  'bpmn:ServiceTask': 'ca',
  'bpmn:SendTask': 'notification',
  'bpmn:ReceiveTask': 'event',
  'bpmn:BusinessRuleTask': 'assignment',
  'bpmn:CallActivity': 'call',
  'bpmn:SubProcess': 'subprocess',
  'bpmn:ExclusiveGateway': 'gateway',
  'bpmn:InclusiveGateway': 'gateway',
  'bpmn:ParallelGateway': 'gateway',
  'bpmn:EventBasedGateway': 'gateway',
  'bpmn:IntermediateCatchEvent': 'event',
  'bpmn:IntermediateThrowEvent': 'event',
  'bpmn:BoundaryEvent': 'event',
}

const GATEWAYS: Record<string, Node['gateway']> = {
  'bpmn:ExclusiveGateway': 'exclusive',
  'bpmn:InclusiveGateway': 'inclusive',
  'bpmn:ParallelGateway': 'parallel',
  'bpmn:EventBasedGateway': 'event',
}

const TRIGGERS: Record<string, string> = {
  'bpmn:TimerEventDefinition': 'timer',
  'bpmn:MessageEventDefinition': 'message',
  'bpmn:SignalEventDefinition': 'signal',
  'bpmn:ErrorEventDefinition': 'error',
  'bpmn:EscalationEventDefinition': 'escalation',
  'bpmn:LinkEventDefinition': 'link',
  'bpmn:TerminateEventDefinition': 'terminate',
}

/** Drawn for people, nothing to carry out. */
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
    if (element.$type === 'bpmn:SequenceFlow') reading.flows[element.id ?? ''] = readFlow(element)
    else if (!DRAWN.includes(element.$type)) readNode(element, parent, reading)
  }
}

function readNode(element: Element, parent: string | undefined, reading: Reading): void {
  const { $type, id = '', name = '' } = element
  const refuse = (message: string) => reading.problems.push({ element: id, name, message })
  const step = element.step as string | undefined
  const known = TYPES[$type]
  if (!known) return void refuse(`${label($type)} cannot be carried out`)
  if (step !== undefined && !STEPS.includes(step as NodeType)) {
    return void refuse(`unknown step "${step}", expected one of ${STEPS.join(', ')}`)
  }
  const definitions = (element.eventDefinitions as Element[] | undefined) ?? []
  if (definitions.length > 1) return void refuse('an event has one trigger, not several')
  const [definition] = definitions
  if (definition && !TRIGGERS[definition.$type]) {
    return void refuse(`${label(definition.$type)} cannot be carried out`)
  }
  reading.nodes[id] = {
    ...readExtensions(element),
    id,
    name,
    type: (step as NodeType | undefined) ?? known,
    element: $type,
    incoming: [],
    outgoing: [],
    ...(parent !== undefined && { parent }),
    ...(definition && { trigger: readTrigger(definition) }),
    ...readDetails(element),
  }
  if ($type === 'bpmn:SubProcess') readElements(element, id, reading)
}

function readDetails(element: Element): Partial<Node> {
  const { $type } = element
  const attachedTo = (element.attachedToRef as Element | undefined)?.id
  const loop = readLoop(element.loopCharacteristics as Element | undefined)
  const gateway = GATEWAYS[$type]
  const defaultFlow = (element.default as Element | undefined)?.id
  return {
    ...(attachedTo !== undefined && {
      attachedTo,
      isInterrupting: element.cancelActivity !== false,
    }),
    ...($type === 'bpmn:IntermediateThrowEvent' && { isThrowing: true }),
    ...(gateway && { gateway }),
    ...(defaultFlow !== undefined && { defaultFlow }),
    ...(loop && { loop }),
    ...(typeof element.performer === 'string' && { performer: element.performer }),
    ...(typeof element.due === 'string' && { due: element.due }),
    ...(typeof element.script === 'string' && { script: element.script }),
    ...(typeof element.calledElement === 'string' && { called: element.calledElement }),
  }
}

function readTrigger(definition: Element): Trigger {
  const timer = ['timeDate', 'timeDuration', 'timeCycle'].find((key) => definition[key])
  const reference = (definition.messageRef ??
    definition.signalRef ??
    definition.errorRef ??
    definition.escalationRef) as Element | undefined
  const code = (reference?.errorCode ?? reference?.escalationCode ?? reference?.name) as
    | string
    | undefined
  return {
    kind: TRIGGERS[definition.$type] ?? '',
    name: timer ?? code ?? (definition.name as string | undefined) ?? '',
    value: timer ? body(definition[timer]) : '',
  }
}

function readLoop(element: Element | undefined): Node['loop'] {
  if (!element) return undefined
  const isStandard = element.$type === 'bpmn:StandardLoopCharacteristics'
  return {
    kind: isStandard ? 'standard' : element.isSequential ? 'sequential' : 'parallel',
    over: body(element.loopCardinality) || String(element.collection ?? ''),
    until: body(element.completionCondition),
    condition: body(element.loopCondition),
  }
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

/** `bpmn:AdHocSubProcess` → "an ad hoc sub process". */
const label = ($type: string): string => {
  const words = $type
    .replace(/^\w+:/, '')
    .replace(/EventDefinition$/, 'Event')
    .replace(/(?<!^)([A-Z])/g, ' $1')
    .toLowerCase()
  return `${/^[aeiou]/.test(words) ? 'an' : 'a'} ${words}`
}
