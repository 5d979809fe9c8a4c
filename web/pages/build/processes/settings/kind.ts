import type { NodeType } from '../../../../../src/engine/model.ts'
import { TYPES } from '../../../../../src/engine/refuse.ts'
import { loopKind } from './loop.ts'
import { definitionOf, type Moddle, one } from './moddle.ts'
import { read } from './place.ts'
import { triggerOf } from './trigger.ts'

/** What an element is, as far as its settings depend on it. */
export type ElementKind = {
  /** Its name in BPMN. */
  element: string
  /** What the engine takes it for; a flow has none. */
  type: NodeType | 'flow' | 'lane' | ''
  /** What an event, a send or a receive task is about: with its settings a condition is `item` or `status`. */
  trigger: string
  isThrowing: boolean
  /** Its start begins a process, and not only a part of it. */
  isOutermost: boolean
  isHandler: boolean
  loop: string
  /** Of a flow: what it leads out of. */
  source: NodeType | ''
  sourceGateway: string
}

export function kindOf(element: Moddle): ElementKind {
  const { $type } = element
  const source = $type === 'bpmn:SequenceFlow' ? one(element, 'sourceRef') : undefined
  const around = element.$parent
  return {
    element: $type,
    type: typeOf(element),
    trigger: finerTrigger(element),
    isThrowing: $type === 'bpmn:IntermediateThrowEvent' || $type === 'bpmn:EndEvent',
    isOutermost: around?.$type === 'bpmn:Process',
    isHandler: around?.$type === 'bpmn:SubProcess' && around.get('triggeredByEvent') === true,
    loop: $type in TYPES && isActivity($type) ? loopKind(element) : '',
    source: source ? (typeOf(source) as NodeType) : '',
    sourceGateway: source?.$type.endsWith('Gateway') ? source.$type : '',
  }
}

export const isActivity = ($type: string): boolean =>
  /Task$|CallActivity$|SubProcess$|Transaction$/.test($type)

function typeOf(element: Moddle): ElementKind['type'] {
  const { $type } = element
  if ($type === 'bpmn:SequenceFlow') return 'flow'
  if ($type === 'bpmn:Lane') return 'lane'
  if (isActivity($type) && element.get('kontor:topic')) return 'worker'
  const step = isActivity($type) ? element.get('kontor:step') : undefined
  if (!step && $type === 'bpmn:BusinessRuleTask' && element.get('kontor:decision'))
    return 'decision'
  return (step as NodeType | undefined) || (TYPES[$type] ?? '')
}

/** A condition is about variables, or with these settings about an item. */
function finerTrigger(element: Moddle): string {
  const trigger = triggerOf(element)
  if (trigger !== 'condition' || !definitionOf(element)) return trigger
  if (read(element, { at: 'setting', name: 'app' }) !== '') return 'item'
  return read(element, { at: 'setting', name: 'status' }) === '' ? trigger : 'status'
}
