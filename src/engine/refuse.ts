import type { NodeType } from './model.ts'

/** An element as the BPMN library returns it. */
export type Element = {
  $type: string
  id?: string
  name?: string
  [key: string]: unknown
  rootElements?: Element[]
  flowElements?: Element[]
  laneSets?: Element[]
}

/** How deep sub-processes are nested; nobody reads a drawing with more levels. */
export const DEEPEST = 100

export function isTooDeep(process: Element): boolean {
  let level = [process]
  for (let depth = 0; depth <= DEEPEST; depth++) {
    level = level.flatMap(({ flowElements = [] }) => flowElements)
    if (level.length === 0) return false
  }
  return true
}

/** Everything inside a process or sub-process, at any depth, including lanes. */
export const childrenOf = ({ flowElements = [], laneSets = [] }: Element): Element[] => [
  ...laneSets.flatMap(lanesIn),
  ...flowElements.flatMap((each) => [each, ...childrenOf(each)]),
]

const lanesIn = (set: Element): Element[] =>
  ((set.lanes as Element[] | undefined) ?? []).flatMap((lane) => [
    lane,
    ...(lane.childLaneSet ? lanesIn(lane.childLaneSet as Element) : []),
  ])

/** What `kontor:step` can say that an automatic task does. */
export const STEPS: NodeType[] = [
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

/** What it can say of an ad-hoc sub-process: who chooses what is done there. */
export const AD_HOC_STEPS: NodeType[] = ['agent']

/** The elements of BPMN that the engine runs, as the metadata names them. */
export const TYPES: Record<string, NodeType> = {
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
  'bpmn:Transaction': 'subprocess',
  'bpmn:AdHocSubProcess': 'subprocess',
  'bpmn:ExclusiveGateway': 'gateway',
  'bpmn:InclusiveGateway': 'gateway',
  'bpmn:ParallelGateway': 'gateway',
  'bpmn:EventBasedGateway': 'gateway',
  'bpmn:ComplexGateway': 'gateway',
  'bpmn:IntermediateCatchEvent': 'event',
  'bpmn:IntermediateThrowEvent': 'event',
  'bpmn:BoundaryEvent': 'event',
}

/** Documentation only. */
export const DRAWN = ['bpmn:DataObject', 'bpmn:DataObjectReference', 'bpmn:DataStoreReference']

export const TRIGGERS: Record<string, string> = {
  'bpmn:TimerEventDefinition': 'timer',
  'bpmn:MessageEventDefinition': 'message',
  'bpmn:SignalEventDefinition': 'signal',
  'bpmn:ErrorEventDefinition': 'error',
  'bpmn:EscalationEventDefinition': 'escalation',
  'bpmn:LinkEventDefinition': 'link',
  'bpmn:TerminateEventDefinition': 'terminate',
  'bpmn:ConditionalEventDefinition': 'condition',
  'bpmn:CompensateEventDefinition': 'compensation',
  'bpmn:CancelEventDefinition': 'cancel',
}

/** Why an element is not supported, and which of its parts are ignored. */
export function refusalsOf(
  element: Element,
  definitions: Element[],
): { errors: string[]; warnings: string[] } {
  const { $type } = element
  if (!TYPES[$type]) return { errors: [`${label($type)} is not supported`], warnings: [] }
  const unknown = definitions.filter((definition) => !TRIGGERS[definition.$type])
  return {
    errors: [
      ...unknown.map((definition) => `${label(definition.$type)} is not supported`),
      ...refusedStep(element),
      ...refusedTopic(element),
    ],
    warnings: IGNORED.filter(([isSet]) => isSet(element)).map(([, message]) => message),
  }
}

function refusedStep({ step, $type }: Element): string[] {
  const steps: NodeType[] = $type === 'bpmn:AdHocSubProcess' ? AD_HOC_STEPS : STEPS
  if (step === undefined || steps.includes(step as NodeType)) return []
  return [`unknown step "${step}", expected one of ${steps.join(', ')}`]
}

/** The tasks that programs can do. */
export const PULLED = /^bpmn:(ServiceTask|SendTask|BusinessRuleTask|ScriptTask)$/

const TOPIC = /^[A-Za-z0-9][\w.:/-]{0,99}$/

function refusedTopic({ $type, topic, step }: Element): string[] {
  if (topic === undefined || topic === '') return []
  if (!PULLED.test($type))
    return ['only service, send, business rule and script tasks have a topic']
  if (step !== undefined) return ['a task has a step or a topic, not both']
  return TOPIC.test(String(topic))
    ? []
    : [`"${topic}" is no topic, expected letters, digits and . _ : / - up to 100 characters`]
}

const associationsOf = (element: Element): Element[] => [
  ...((element.dataInputAssociations as Element[] | undefined) ?? []),
  ...((element.dataOutputAssociations as Element[] | undefined) ?? []),
]

const IGNORED: [(element: Element) => boolean, string][] = [
  [
    ({ scriptFormat }) =>
      typeof scriptFormat === 'string' &&
      !/^(text\/|application\/)?(java|type)script$/i.test(scriptFormat),
    'scripts are written in JavaScript',
  ],
  [
    ({ resources }) => ((resources as Element[] | undefined) ?? []).length > 0,
    'use kontor:performer to say who does the task',
  ],
  [
    (element) => associationsOf(element).some((each) => each.transformation || each.assignment),
    'use kontor:mappings to pass values in and out',
  ],
]

/** `bpmn:AdHocSubProcess` → "an ad hoc sub process". */
const label = ($type: string): string => {
  const words = $type
    .replace(/^\w+:/, '')
    .replace(/EventDefinition$/, 'Event')
    .replace(/(?<!^)([A-Z])/g, ' $1')
    .toLowerCase()
  return `${/^[aeiou]/.test(words) ? 'an' : 'a'} ${words}`
}
