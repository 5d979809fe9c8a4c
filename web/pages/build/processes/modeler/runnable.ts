import { ALLOWED } from '../../../../../src/engine/checks/triggers.ts'
import { TRIGGERS, TYPES } from '../../../../../src/engine/refuse.ts'

/** What a menu of the modeller would make. */
export type Target = {
  type: string
  eventDefinitionType?: string
  triggeredByEvent?: boolean
}

type Role = keyof typeof ALLOWED

const ROLES: Record<string, Role> = {
  'bpmn:IntermediateCatchEvent': 'catch',
  'bpmn:IntermediateThrowEvent': 'throw',
  'bpmn:BoundaryEvent': 'boundary',
  'bpmn:EndEvent': 'end',
}

/** Drawn for people: pools, lanes and notes. */
const DRAWN = ['bpmn:Participant', 'bpmn:Lane', 'bpmn:TextAnnotation', 'bpmn:Group']

/** Whether the engine runs it. The role of a start event depends on what it is in. */
export function isRunnable(target: Target, start: Role = 'start'): boolean {
  const { type } = target
  if (DRAWN.includes(type)) return true
  if (!TYPES[type]) return false
  const role = type === 'bpmn:StartEvent' ? start : ROLES[type]
  return !role || isAllowed(role, target.eventDefinitionType)
}

/** With settings a condition is about an item or its status. */
const FINER: Record<string, string[]> = { condition: ['condition', 'item', 'status'] }

function isAllowed(role: Role, definition: string | undefined): boolean {
  if (definition === undefined) return ALLOWED[role].includes('')
  const kind = TRIGGERS[definition]
  if (kind === undefined) return false
  return (FINER[kind] ?? [kind]).some((each) => ALLOWED[role].includes(each))
}
