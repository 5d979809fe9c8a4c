import type { LoadedDefinition } from '../../../definitions/load.ts'
import { referencesOf } from '../../../definitions/references.ts'
import type { Path } from '../../../definitions/source.ts'
import { editYaml } from '../../../definitions/yaml/edit.ts'
import { moveInDiagram } from './diagram-references.ts'
import type { Mend } from './filter.ts'
import { movedTo, type NewIdentity, renamed } from './identity.ts'
import { mentionsIt } from './mentions.ts'
import type { Part } from './rename-context.ts'
import { inOrder, toEdit, type Usage } from './usages.ts'

type Usages = { usages: Usage[]; texts: Map<string, string> }
type Given = {
  definitions: readonly LoadedDefinition[]
  others: readonly (Part & { file: string; solution: string })[]
  textOf: (file: string) => string
  move: NewIdentity
}
type KeyPath = (string | number)[]

/** All references to a definition, and the changed texts of the files. */
export function findReferences({ definitions, others, textOf, move }: Given): Usages {
  const found: Usages = { usages: [], texts: new Map() }
  for (const definition of definitions) {
    const { file } = definition
    const raw = definition.source.value
    const mends = [...mendReferences(definition, raw, move), ...mendQueries(raw, move)]
    const read = [...referencesOf(definition).map(({ path }) => path), ...mends.map(({ at }) => at)]
    found.usages.push(
      ...mends.map(({ at, before, after }) => ({
        file,
        at,
        before: `${before}`,
        after: `${after}`,
      })),
      ...mentionsIn(raw, read, move).map((place) => ({ file, ...place, after: null })),
    )
    if (mends.length > 0) found.texts.set(file, editYaml(textOf(file), inOrder(mends.map(toEdit))))
    inDiagram(definition, move, found)
  }
  found.usages.push(
    ...others.flatMap((other) =>
      mendReferences(other, other.body, move).map(({ at, before }) => ({
        ...{ file: `${other.solution}: ${other.file}`, at, before: `${before}`, after: null },
      })),
    ),
  )
  return found
}

function mendReferences(part: Part, raw: unknown, move: NewIdentity): Mend[] {
  return referencesOf(part).flatMap(({ path, ...identity }): Mend[] => {
    const to = movedTo(identity, move)
    if (!to) return []
    const at = path as KeyPath
    const value = valueAt(raw, at)
    const isKey = typeof value !== 'string'
    const before = isKey ? String(at.at(-1)) : value
    const after = renamed(before, identity, to)
    // Where the code alone is used, a new workspace changes nothing.
    return after === before ? [] : [{ at, isKey, before, after }]
  })
}

/** `select … from [shop.orders]` in the filter language. */
function mendQueries(value: unknown, move: NewIdentity): Mend[] {
  return textsIn(value, []).flatMap(({ at, text }): Mend[] => {
    if (!at.includes('eql')) return []
    const after = text.replace(
      /(\bfrom\s*\[)(\w+)\.(\w+)(?=\])/gi,
      (whole, start, namespace, code) => {
        const to = movedTo({ kind: 'app', namespace, code }, move)
        return to ? `${start}${to.namespace}.${to.code}` : whole
      },
    )
    return after === text ? [] : [{ at, isKey: false, before: text, after }]
  })
}

/** Other texts that may refer to it. */
function mentionsIn(value: unknown, read: readonly Path[], move: NewIdentity) {
  const known = new Set(read.map((at) => at.join('\n')))
  return textsIn(value, [])
    .filter(({ at, text }) => !known.has(at.join('\n')) && mentionsIt(text, move))
    .map(({ at, text }) => ({ at, before: text.slice(0, 200) }))
}

function inDiagram(
  definition: LoadedDefinition,
  move: NewIdentity,
  { usages, texts }: Usages,
): void {
  const file = definition.attached.bpmn
  const content = definition.attachments.bpmn
  if (file === undefined || !content) return
  const before = content.toString('utf8')
  const { xml, places } = moveInDiagram(before, move)
  usages.push(...places.map((place) => ({ file, at: [], ...place })))
  if (xml !== before) texts.set(file, xml)
}

function textsIn(value: unknown, at: KeyPath): { at: KeyPath; text: string }[] {
  if (typeof value === 'string') return [{ at, text: value }]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, each]) =>
    textsIn(each, [...at, Array.isArray(value) ? Number(key) : key]),
  )
}

function valueAt(value: unknown, at: KeyPath): unknown {
  return at.reduce<unknown>(
    (each, key) => (each as Record<string, unknown> | undefined)?.[key],
    value,
  )
}
