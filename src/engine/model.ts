/** The lower-case codes under which the metadata shows elements. */
export type NodeType =
  | 'start'
  | 'end'
  | 'user'
  | 'task'
  | 'script'
  | 'call'
  | 'subprocess'
  | 'gateway'
  | 'event'
  | 'ca'
  | 'assignment'
  | 'decision'
  | 'status'
  | 'notification'
  | 'send_mail'
  | 'app_create'
  | 'app_update'
  | 'doc_template'
  | 'approval_list_process'
  | 'approval_list_close'
  | 'inform_list_process'
  | 'sign_item'
  | 'registration'
  | 'worker'
  | 'agent'

export type FormField = {
  code: string
  name: string
  display: string
  readonly: boolean
  required: boolean
  tooltip: string
}

export type Mapping = { direction: 'in' | 'out'; source: string; target: string }

/** What an event catches or throws: `timer`, `message`, `signal`, `error`, … */
export type Trigger = { kind: string; name: string; value: string }

export type Node = {
  id: string
  name: string
  type: NodeType
  /** The element's own name in BPMN, such as `bpmn:UserTask`. */
  element: string
  incoming: string[]
  outgoing: string[]
  /** The sub-process it is in. */
  parent?: string
  lane?: string
  /** For a boundary event: the activity it watches. */
  attachedTo?: string
  isInterrupting?: boolean
  isThrowing?: boolean
  /** An event sub-process: started by an event, not by a flow. */
  isHandler?: boolean
  /** Undoes another activity: entered only by compensation. */
  isForCompensation?: boolean
  /** For a compensation event on a boundary: the activity that undoes. */
  undoneBy?: string
  isTransaction?: boolean
  /** Another process of the same file, which begins with this one or by a message. */
  isPool?: boolean
  /** Only calls begin it. */
  isCalled?: boolean
  /** Of a call: the pool that runs inside it. */
  calls?: string
  /** People or programs choose which of its activities are done. */
  adHoc?: { isSequential: boolean; until: string; keepsRest: boolean }
  /** How many tokens it takes to begin, and how many it sends along each flow; 1 by default. */
  startQuantity?: number
  completionQuantity?: number
  trigger?: Trigger
  /** Of an event with several triggers, whose `trigger` is `multiple`. */
  triggers?: Trigger[]
  /** It waits for all of its triggers. */
  isParallelMultiple?: boolean
  gateway?: 'exclusive' | 'inclusive' | 'parallel' | 'event' | 'complex'
  /** When a complex gateway goes on. */
  activation?: string
  /** A receive task or an event gateway at which a process can begin. */
  isInstantiating?: boolean
  /** An event gateway whose events must all happen. */
  isParallel?: boolean
  defaultFlow?: string
  loop?: {
    kind: 'parallel' | 'sequential' | 'standard'
    over: string
    until: string
    condition: string
    /** The variable that holds the member of a run; `item` by default. */
    item?: string
    /** The variable that collects what each run leaves in `outputItem`. */
    output?: string
    outputItem?: string
    /** What a completed run throws when the condition holds. */
    events?: { trigger: Trigger; when: string }[]
    /** Of a standard loop only. */
    testBefore?: boolean
    maximum?: number
  }
  /** `kontor:step` or `kontor:topic` says what it does. */
  isStep?: boolean
  /** Of work for programs: those that pull this topic do it. */
  topic?: string
  performer?: string
  due?: string
  /** The path of the decision that a business rule task asks for. */
  decision?: string
  script?: string
  called?: string
  form: FormField[]
  settings: Record<string, string>
  mappings: Mapping[]
}

export type Exit = {
  confirm: string
  confirmText: string
  buttonClass: string
  interrupt: boolean
  skipCheck: boolean
  form: FormField[]
}

export type Flow = {
  id: string
  name: string
  source: string
  target: string
  condition: string
  exit: Exit
}

export type Lane = { id: string; name: string; performer: string; nodes: string[] }

/** A diagram as the engine reads it: a compact graph, plain JSON, made once per version. */
export type Model = {
  id: string
  name: string
  nodes: Record<string, Node>
  flows: Record<string, Flow>
  lanes: Record<string, Lane>
  /** The program whose functions script tasks call. */
  scripts?: string
}

/** Something the engine does not support, with its element. Warnings do not prevent publishing. */
export type ModelProblem = {
  element: string
  name: string
  message: string
  severity?: 'warning'
  /** The location, if the element could not be read. */
  at?: { line: number; column: number }
}

export const isError = ({ severity }: ModelProblem): boolean => severity !== 'warning'

/** Whether people choose among the flows out of a task: each of several has a name. */
export const hasExits = (flows: readonly Flow[]): boolean =>
  flows.length > 1 && flows.every(({ name }) => name !== '')

/** Whether other elements run inside it. */
export const isScope = ({ type }: Pick<Node, 'type'>): boolean =>
  type === 'subprocess' || type === 'agent'

export const nodesOf = ({ nodes }: Model): Node[] => Object.values(nodes)

/** Who does a step: given by the element, its lane, or the lane of its sub-process. */
export function performerText(model: Model, { performer, lane, parent }: Node): string {
  const own = performer || (lane === undefined ? '' : (model.lanes[lane]?.performer ?? ''))
  if (own !== '') return own
  const around = parent === undefined ? undefined : model.nodes[parent]
  return around ? performerText(model, around) : ''
}
