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
  'bpmn:ExclusiveGateway': 'gateway',
  'bpmn:InclusiveGateway': 'gateway',
  'bpmn:ParallelGateway': 'gateway',
  'bpmn:EventBasedGateway': 'gateway',
  'bpmn:IntermediateCatchEvent': 'event',
  'bpmn:IntermediateThrowEvent': 'event',
  'bpmn:BoundaryEvent': 'event',
}

export const TRIGGERS: Record<string, string> = {
  'bpmn:TimerEventDefinition': 'timer',
  'bpmn:MessageEventDefinition': 'message',
  'bpmn:SignalEventDefinition': 'signal',
  'bpmn:ErrorEventDefinition': 'error',
  'bpmn:EscalationEventDefinition': 'escalation',
  'bpmn:LinkEventDefinition': 'link',
  'bpmn:TerminateEventDefinition': 'terminate',
  'bpmn:ConditionalEventDefinition': 'condition',
}

/** Why an element is not supported. */
export function refusalsOf(element: Element, definitions: Element[]): string[] {
  const { $type } = element
  if (!TYPES[$type]) return [`${label($type)} is not supported`]
  const unknown = definitions.filter((definition) => !TRIGGERS[definition.$type])
  return [
    ...unknown.map((definition) => `${label(definition.$type)} is not supported`),
    ...(definitions.length > 1 ? ['an event can have only one trigger'] : []),
    ...refusedStep(element.step as string | undefined),
    ...REFUSED.filter(([isSet]) => isSet(element)).map(([, message]) => message),
  ]
}

function refusedStep(step: string | undefined): string[] {
  if (step === undefined || STEPS.includes(step as NodeType)) return []
  return [`unknown step "${step}", expected one of ${STEPS.join(', ')}`]
}

const loopOf = (element: Element): Element | undefined =>
  element.loopCharacteristics as Element | undefined

const associationsOf = (element: Element): Element[] => [
  ...((element.dataInputAssociations as Element[] | undefined) ?? []),
  ...((element.dataOutputAssociations as Element[] | undefined) ?? []),
]

const REFUSED: [(element: Element) => boolean, string][] = [
  [({ isForCompensation }) => isForCompensation === true, 'compensation is not supported'],
  [
    ({ scriptFormat }) =>
      typeof scriptFormat === 'string' &&
      !/^(text\/|application\/)?javascript$/i.test(scriptFormat),
    'scripts are written in JavaScript',
  ],
  [({ instantiate }) => instantiate === true, 'a process can only start at a start event'],
  [({ parallelMultiple }) => parallelMultiple === true, 'an event can have only one trigger'],
  [
    ({ startQuantity = 1, completionQuantity = 1 }) =>
      startQuantity !== 1 || completionQuantity !== 1,
    'start and completion quantities other than 1 are not supported',
  ],
  [
    ({ $type, eventGatewayType = 'Exclusive' }) =>
      $type === 'bpmn:EventBasedGateway' && eventGatewayType !== 'Exclusive',
    'an event gateway that waits for all of its events is not supported',
  ],
  [
    (element) => (loopOf(element)?.behavior ?? 'All') !== 'All',
    'events thrown by the runs of a loop are not supported',
  ],
  [
    ({ resources }) => ((resources as Element[] | undefined) ?? []).length > 0,
    'use kontor:performer to say who does the task',
  ],
  [
    (element) => associationsOf(element).some((each) => each.transformation || each.assignment),
    'use kontor:mappings to pass values in and out',
  ],
  [
    (element) => loopOf(element)?.loopDataOutputRef !== undefined,
    'results of a loop cannot be collected this way, write them to variables',
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
