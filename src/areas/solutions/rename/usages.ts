import type { LoadedDefinition } from '../../../definitions/load.ts'
import { editYaml } from '../../../definitions/yaml/edit.ts'
import type { YamlEdit } from '../../../definitions/yaml/values.ts'
import { mendDefinition } from './definition.ts'
import { mendDiagram } from './diagram.ts'
import type { Mend } from './filter.ts'
import type { Target } from './target.ts'
import { type Asking, ownerOf, type Part, reaches, worldOf } from './world.ts'

/** A place that names what is renamed. `after` is null where only people can mend it. */
export type Usage = {
  file: string
  at: (string | number)[]
  element?: string
  before: string
  after: string | null
}

type Usages = { usages: Usage[]; texts: Map<string, string> }
type Given = {
  definitions: readonly LoadedDefinition[]
  /** What is applied and belongs to other solutions. */
  others: readonly OtherPart[]
  textOf: (file: string) => string
  file: string
  target: Target
}
type OtherPart = Part & { file: string; solution: string }

/** Every place that names something, and the texts of the files that say its new name. */
export function findUsages({ definitions, others, textOf, file, target }: Given): Usages {
  const world = worldOf([...others, ...definitions])
  const edits = new Map<string, YamlEdit[]>([[file, [...target.edits]]])
  const found: Usages = { usages: [], texts: new Map() }
  const waiting = [target.renaming]
  for (const renaming of waiting) {
    for (const definition of definitions) {
      const { consequences, mends } = inDefinition(definition, { world, renaming }, found)
      waiting.push(...consequences)
      edits.set(definition.file, [...(edits.get(definition.file) ?? []), ...mends.map(toEdit)])
    }
    found.usages.push(...others.flatMap((other) => inOther(other, { world, renaming })))
  }
  for (const definition of definitions) {
    const own = edits.get(definition.file) ?? []
    if (own.length > 0) {
      found.texts.set(definition.file, editYaml(textOf(definition.file), inOrder(own)))
    }
  }
  return found
}

function inDefinition(definition: LoadedDefinition, asking: Asking, found: Usages) {
  const { file } = definition
  const { mends, others, consequences } = mendDefinition(definition, asking)
  found.usages.push(
    ...mends.map(({ at, before, after }) => ({ file, at, before: say(before), after: say(after) })),
    ...others.map(({ at, text }) => ({ file, at, before: text, after: null })),
  )
  if (definition.kind === 'process') inDiagram(definition, asking, found)
  return { mends, consequences }
}

function inDiagram(definition: LoadedDefinition, asking: Asking, { usages, texts }: Usages): void {
  const file = definition.attached.bpmn
  const content = definition.attachments.bpmn
  if (file === undefined || !content) return
  const scope = asking.world.scopeOf(ownerOf(definition))
  const before = texts.get(file) ?? content.toString('utf8')
  const { xml, places } = mendDiagram({ xml: before, scope, asking })
  usages.push(...places.map((place) => ({ file, at: [], ...place })))
  if (xml !== before) texts.set(file, xml)
}

/** What other solutions say is for those who keep them. */
function inOther(other: OtherPart, asking: Asking): Usage[] {
  const source = { value: other.body } as LoadedDefinition['source']
  const { mends, others } = mendDefinition({ ...other, source }, asking)
  const file = `${other.solution}: ${other.file}`
  const scope = other.kind === 'process' ? asking.world.scopeOf(ownerOf(other)) : undefined
  const isReached = reaches(scope, asking.renaming.owner, asking.world)
  return [
    ...mends.map(({ at, before }) => ({ file, at, before: say(before), after: null })),
    ...others.map(({ at, text }) => ({ file, at, before: text, after: null })),
    ...(isReached ? [{ file, at: ['bpmn'], before: asking.renaming.from, after: null }] : []),
  ]
}

const say = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

export const toEdit = ({ at, isKey, after }: Mend): YamlEdit =>
  isKey ? { op: 'renameKey', at, to: String(after) } : { op: 'set', at, value: after }

/** Values first, then keys from the inside to the outside: until then every path is as it was. */
export const inOrder = (edits: readonly YamlEdit[]): YamlEdit[] => [
  ...edits.filter(({ op }) => op !== 'renameKey'),
  ...edits
    .filter(({ op }) => op === 'renameKey')
    .toSorted((one, other) => other.at.length - one.at.length),
]
