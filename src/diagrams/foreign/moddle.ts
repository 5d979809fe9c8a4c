/** An element as the BPMN library returns it, and as it is changed here. */
export type Moddle = {
  $type: string
  $attrs?: Record<string, unknown>
  $parent?: Moddle
  $children?: Moddle[]
  $body?: string
  id?: string
  name?: string
  [key: string]: unknown
}

export type Maker = { create: (type: string, properties: object) => Moddle }

/** Engines whose attributes are read. */
export type Family = 'camunda' | 'zeebe'

const FAMILIES: [RegExp, Family][] = [
  [/camunda\.org\/schema\/zeebe/i, 'zeebe'],
  [/camunda\.org\/schema|flowable\.org|activiti\.org/i, 'camunda'],
]

/** Which prefix of the file means which engine. */
export function familiesIn(root: Moddle): Map<string, Family> {
  const found = new Map<string, Family>()
  for (const [name, uri] of Object.entries(root.$attrs ?? {})) {
    const family = FAMILIES.find(([pattern]) => pattern.test(String(uri)))?.[1]
    if (name.startsWith('xmlns:') && family) found.set(name.slice('xmlns:'.length), family)
  }
  return found
}

export const many = (owner: Moddle | undefined, key: string): Moddle[] =>
  (owner?.[key] as Moddle[] | undefined) ?? []

const PARTS = [
  ...['rootElements', 'flowElements', 'eventDefinitions', 'laneSets', 'lanes', 'artifacts'],
  ...['loopCharacteristics', 'conditionExpression', 'timeDuration', 'timeDate', 'timeCycle'],
  ...['participants', 'loopCardinality', 'completionCondition', 'condition'],
]

/** Every element of the file, in its order. */
export function elementsIn(owner: Moddle): Moddle[] {
  const parts = PARTS.flatMap((key) => [owner[key]].flat()).filter(
    (each): each is Moddle => typeof each === 'object' && each !== null && '$type' in each,
  )
  return [owner, ...parts.flatMap(elementsIn)]
}

/** The nearest element with an id, for reports. */
export function ownerOf(element: Moddle): Moddle {
  return element.id !== undefined || !element.$parent ? element : ownerOf(element.$parent)
}

export const extensionsOf = (element: Moddle): Moddle[] =>
  many(element.extensionElements as Moddle | undefined, 'values')
