import { type Moddle, one } from './moddle.ts'

/** What people call an element; a flow without a name is called after its ends. */
export function labelOf(element: Moddle): string {
  const { id = '', name, $type } = element
  if (name) return name
  if ($type !== 'bpmn:SequenceFlow') return id
  const [from, to] = ['sourceRef', 'targetRef'].map((end) => one(element, end))
  return from && to ? `${labelOf(from)} → ${labelOf(to)}` : id
}
