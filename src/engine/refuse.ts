import type { NodeType } from './model.ts'

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

/** Everything inside of a process or sub-process, at any depth, lanes too. */
export const childrenOf = ({ flowElements = [], laneSets = [] }: Element): Element[] => [
  ...laneSets.flatMap(lanesIn),
  ...flowElements.flatMap((each) => [each, ...childrenOf(each)]),
]

const lanesIn = (set: Element): Element[] =>
  ((set.lanes as Element[] | undefined) ?? []).flatMap((lane) => [
    lane,
    ...(lane.childLaneSet ? lanesIn(lane.childLaneSet as Element) : []),
  ])

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

/** Why an element cannot be carried out as it stands. */
export function refusalsOf(element: Element, definitions: Element[]): string[] {
  const { $type } = element
  if (!TYPES[$type]) return [`${label($type)} cannot be carried out`]
  const unknown = definitions.filter((definition) => !TRIGGERS[definition.$type])
  return [
    ...unknown.map((definition) => `${label(definition.$type)} cannot be carried out`),
    ...(definitions.length > 1 ? ['an event has one trigger, not several'] : []),
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
  [({ isForCompensation }) => isForCompensation === true, 'compensation cannot be carried out'],
  [
    ({ scriptFormat }) =>
      typeof scriptFormat === 'string' &&
      !/^(text\/|application\/)?javascript$/i.test(scriptFormat),
    'scripts are written in JavaScript',
  ],
  [({ instantiate }) => instantiate === true, 'a process begins at a start event, not here'],
  [({ parallelMultiple }) => parallelMultiple === true, 'an event has one trigger, not several'],
  [
    ({ startQuantity = 1, completionQuantity = 1 }) =>
      startQuantity !== 1 || completionQuantity !== 1,
    'start and completion quantities other than 1 cannot be carried out',
  ],
  [
    ({ $type, eventGatewayType = 'Exclusive' }) =>
      $type === 'bpmn:EventBasedGateway' && eventGatewayType !== 'Exclusive',
    'an event gateway that waits for all of its events cannot be carried out',
  ],
  [
    (element) => (loopOf(element)?.behavior ?? 'All') !== 'All',
    'events thrown by the runs of a loop cannot be carried out',
  ],
  [
    ({ resources }) => ((resources as Element[] | undefined) ?? []).length > 0,
    'who does a task is said by kontor:performer',
  ],
  [
    (element) => associationsOf(element).some((each) => each.transformation || each.assignment),
    'values go in and out by kontor:mappings',
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
