/** An element of a diagram as bpmn-moddle has it. */
export type Moddle = {
  $type: string
  $parent?: Moddle
  id?: string
  name?: string
  get: (name: string) => unknown
  set: (name: string, value: unknown) => void
}

/** How the panel writes: through the commands of the modeller, so that every change can be undone. */
export type Pen = {
  create: (type: string, properties?: Record<string, unknown>) => Moddle
  set: (owner: Moddle, properties: Record<string, unknown>) => void
}

export const one = (owner: Moddle | undefined, name: string): Moddle | undefined =>
  (owner?.get(name) as Moddle | undefined) ?? undefined

export const many = (owner: Moddle | undefined, name: string): Moddle[] =>
  (owner?.get(name) as Moddle[] | undefined) ?? []

/** The trigger of an event. */
export const definitionOf = (element: Moddle): Moddle | undefined =>
  isEvent(element) ? many(element, 'eventDefinitions')[0] : undefined

const isEvent = ({ $type }: Moddle) => $type.endsWith('Event')

/** The root of the file. */
export function definitionsOf(element: Moddle): Moddle | undefined {
  if (element.$type === 'bpmn:Definitions') return element
  return element.$parent && definitionsOf(element.$parent)
}

/** Every element of the file that can have a trigger or a message, at any depth. */
export const elementsIn = (owner: Moddle): Moddle[] =>
  ['rootElements', 'flowElements']
    .filter((name) => has(owner, name))
    .flatMap((name) => many(owner, name))
    .flatMap((each) => [each, ...elementsIn(each)])

const has = ({ $type }: Moddle, name: string): boolean =>
  name === 'rootElements' ? $type === 'bpmn:Definitions' : /Process$|Transaction$/.test($type)

/** A text or a mark of the element; nothing where it is empty. */
export const filled = (value: unknown): unknown =>
  value === '' || value === false ? undefined : value
