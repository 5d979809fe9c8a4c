import { kindOf } from '../settings/kind.ts'
import { labelOf } from '../settings/label.ts'
import { type Moddle, many, one } from '../settings/moddle.ts'
import { read, type Value } from '../settings/place.ts'
import { settingsOf } from '../settings/table.ts'

/** What became of one element between two diagrams. */
export type Change = {
  id: string
  name: string
  kind: 'added' | 'removed' | 'changed' | 'moved'
  /** Of one that was changed: which settings, as far as the panel has them. */
  details: Detail[]
}

type Detail = { setting: string; before: string; after: string }

/** Elements of their own, or a mirror of what is compared elsewhere. */
const APART = new Set([
  'flowElements',
  'laneSets',
  'lanes',
  'childLaneSet',
  'artifacts',
  'participants',
  'messageFlows',
  'flowNodeRef',
  'incoming',
  'outgoing',
  'di',
  'processRef',
])

/** Compares two diagrams by the ids of their elements: what they say, then where they stand. */
export function compare(before: Moddle, after: Moddle): Change[] {
  const [old, fresh] = [elementsOf(before), elementsOf(after)]
  const [places, newPlaces] = [placesOf(before), placesOf(after)]
  const kept = [...fresh].flatMap(([id, element]): Change[] => {
    const was = old.get(id)
    const change = { id, name: labelOf(element), details: [] }
    if (!was) return [{ ...change, kind: 'added' }]
    if (textOf(was) !== textOf(element)) return [changeOf(was, element)]
    return places.get(id) === newPlaces.get(id) ? [] : [{ ...change, kind: 'moved' }]
  })
  const removed = [...old]
    .filter(([id]) => !fresh.has(id))
    .map(
      ([id, element]): Change => ({
        id,
        name: labelOf(element),
        kind: 'removed',
        details: [],
      }),
    )
  return [...kept, ...removed]
}

const changeOf = (before: Moddle, after: Moddle): Change => ({
  id: after.id ?? '',
  name: labelOf(after),
  kind: 'changed',
  details: settingsOf(kindOf(after)).flatMap(({ name, place }) => {
    const [was, is] = [before, after].map((each) => said(read(each, place)))
    return was === is ? [] : [{ setting: name, before: was ?? '', after: is ?? '' }]
  }),
})

const said = (value: Value): string => (typeof value === 'string' ? value : JSON.stringify(value))

/** Everything that is drawn, by id. */
export function elementsOf(root: Moddle): Map<string, Moddle> {
  const found = new Map<string, Moddle>()
  const walk = (owner: Moddle) => {
    for (const [key, value] of partsOf(owner)) {
      if (key === 'di') continue
      for (const each of [value].flat().filter(isElement)) {
        if (each.$parent !== owner) continue
        if (each.id && APART.has(key)) found.set(each.id, each)
        walk(each)
      }
    }
  }
  for (const each of many(root, 'rootElements')) {
    if (/^bpmn:(Process|Collaboration)$/.test(each.$type)) walk(each)
  }
  return found
}

const partsOf = (element: Moddle): [string, unknown][] =>
  Object.entries(element).filter(([key]) => !key.startsWith('$'))

const isElement = (value: unknown): value is Moddle =>
  typeof (value as Partial<Moddle> | null)?.$type === 'string'

/** All that an element says, without what stands apart. */
const textOf = (element: Moddle): string => JSON.stringify(plainOf(element))

function plainOf(element: Moddle): unknown {
  const kept = partsOf(element).filter(([key]) => !APART.has(key))
  const parts = kept.map(([key, value]) => [key, partOf(element, value)])
  return {
    $type: element.$type,
    ...Object.fromEntries(parts.sort(([a], [b]) => (String(a) < String(b) ? -1 : 1))),
  }
}

/** What is inside an element belongs to it; what it only refers to is named. */
function partOf(owner: Moddle, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((each) => partOf(owner, each))
  if (!isElement(value)) return value
  return value.$parent === owner ? plainOf(value) : `${value.name ?? ''} ${value.id ?? ''}`
}

/** Where elements stand, as texts that can be compared. */
function placesOf(root: Moddle): Map<string, string> {
  const planes = many(root, 'diagrams').flatMap((diagram) => one(diagram, 'plane') ?? [])
  return new Map(
    planes
      .flatMap((plane) => many(plane, 'planeElement'))
      .flatMap((drawn) => {
        const id = one(drawn, 'bpmnElement')?.id
        return id ? [[id, pointsOf(drawn)] as const] : []
      }),
  )
}

function pointsOf(drawn: Moddle): string {
  const bounds = one(drawn, 'bounds')
  const points = bounds ? [bounds] : many(drawn, 'waypoint')
  return points
    .map((each) => ['x', 'y', 'width', 'height'].map((key) => each.get(key) ?? '').join(' '))
    .join(', ')
}
