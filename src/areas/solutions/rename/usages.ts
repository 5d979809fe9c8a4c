import type { LoadedDefinition } from '../../../definitions/load.ts'
import { editYaml } from '../../../definitions/yaml/edit.ts'
import type { YamlEdit } from '../../../definitions/yaml/values.ts'
import { mendDefinition } from './definition.ts'
import { mendDiagram } from './diagram.ts'
import type { Mend } from './filter.ts'
import { nameGraphOf, ownerOf, type Part, type RenameContext, reaches } from './rename-context.ts'
import type { Target } from './target.ts'

/** A reference to what is renamed. `after` is null if only people can correct it. */
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
  /** Applied definitions of other solutions. */
  others: readonly OtherPart[]
  textOf: (file: string) => string
  file: string
  target: Target
}
type OtherPart = Part & { file: string; solution: string }

/** All references, and the changed texts of the files. */
export function findUsages({ definitions, others, textOf, file, target }: Given): Usages {
  const graph = nameGraphOf([...others, ...definitions])
  const edits = new Map<string, YamlEdit[]>([[file, [...target.edits]]])
  const found: Usages = { usages: [], texts: new Map() }
  const waiting = [target.renaming]
  for (const renaming of waiting) {
    for (const definition of definitions) {
      const { consequences, mends } = inDefinition(definition, { graph, renaming }, found)
      waiting.push(...consequences)
      edits.set(definition.file, [...(edits.get(definition.file) ?? []), ...mends.map(toEdit)])
    }
    found.usages.push(...others.flatMap((other) => inOther(other, { graph, renaming })))
  }
  for (const definition of definitions) {
    const own = edits.get(definition.file) ?? []
    if (own.length > 0) {
      found.texts.set(definition.file, editYaml(textOf(definition.file), inOrder(own)))
    }
  }
  return found
}

function inDefinition(definition: LoadedDefinition, context: RenameContext, found: Usages) {
  const { file } = definition
  const { mends, others, consequences } = mendDefinition(definition, context)
  found.usages.push(
    ...mends.map(({ at, before, after }) => ({ file, at, before: say(before), after: say(after) })),
    ...others.map(({ at, text }) => ({ file, at, before: text, after: null })),
  )
  if (definition.kind === 'process') inDiagram(definition, context, found)
  return { mends, consequences }
}

function inDiagram(
  definition: LoadedDefinition,
  context: RenameContext,
  { usages, texts }: Usages,
): void {
  const file = definition.attached.bpmn
  const content = definition.attachments.bpmn
  if (file === undefined || !content) return
  const scope = context.graph.scopeOf(ownerOf(definition))
  const before = texts.get(file) ?? content.toString('utf8')
  const { xml, places } = mendDiagram({ xml: before, scope, context })
  usages.push(...places.map((place) => ({ file, at: [], ...place })))
  if (xml !== before) texts.set(file, xml)
}

/** References in other solutions are left to their owners. */
function inOther(other: OtherPart, context: RenameContext): Usage[] {
  const source = { value: other.body } as LoadedDefinition['source']
  const { mends, others } = mendDefinition({ ...other, source }, context)
  const file = `${other.solution}: ${other.file}`
  const scope = other.kind === 'process' ? context.graph.scopeOf(ownerOf(other)) : undefined
  const isReached = reaches(scope, context.renaming.owner, context.graph)
  return [
    ...mends.map(({ at, before }) => ({ file, at, before: say(before), after: null })),
    ...others.map(({ at, text }) => ({ file, at, before: text, after: null })),
    ...(isReached ? [{ file, at: ['bpmn'], before: context.renaming.from, after: null }] : []),
  ]
}

const say = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

export const toEdit = ({ at, isKey, after }: Mend): YamlEdit =>
  isKey ? { op: 'renameKey', at, to: String(after) } : { op: 'set', at, value: after }

/** Values first, then keys from the inside out, so that paths stay valid until they are used. */
export const inOrder = (edits: readonly YamlEdit[]): YamlEdit[] => [
  ...edits.filter(({ op }) => op !== 'renameKey'),
  ...edits
    .filter(({ op }) => op === 'renameKey')
    .toSorted((one, other) => other.at.length - one.at.length),
]
