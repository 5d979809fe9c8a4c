import type { Document, YAMLMap, YAMLSeq } from 'yaml'
import { fitsFlow } from '../../definitions/yaml/render.ts'
import { yaml } from '../../definitions/yaml.ts'

/** The text of a definition as people write it: what is short stands on one line. */
export function toYaml(value: object): Buffer {
  const { Document: Made, visit } = yaml()
  const document: Document = new Made(without(value), { aliasDuplicateObjects: false })
  visit(document, {
    Collection: (_, node, path) => {
      // The document, the map in it, and the key.
      const isTop = path.length === 1
      if (!isTop && isOneLine(node, path.length <= 3)) (node as YAMLMap | YAMLSeq).flow = true
    },
  })
  return Buffer.from(document.toString({ lineWidth: 0 }))
}

/** Fields, forms and the like begin a line each, however few they are. */
function isOneLine(node: { toJSON: () => unknown }, isChapter: boolean): boolean {
  const value = node.toJSON() as object
  const hasParts = Object.values(value).some((each) => typeof each === 'object' && each !== null)
  return !(isChapter && hasParts) && fitsFlow(value)
}

/** undefined is not said. */
function without(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(without)
  if (typeof value !== 'object' || value === null) return value
  const said = Object.entries(value).filter(([, each]) => each !== undefined)
  return Object.fromEntries(said.map(([key, each]) => [key, without(each)]))
}
