import { isDeepStrictEqual } from 'node:util'
import type { Document } from 'yaml'
import { kindOf } from '../../definitions/kinds.ts'
import { type LoadedDefinition, loadSolution } from '../../definitions/load.ts'
import type { Snapshot, StoredDefinition } from '../../definitions/snapshot.ts'
import type { SourceFile } from '../../definitions/source.ts'
import { parseYaml } from '../../definitions/yaml/parse.ts'
import { yaml } from '../../definitions/yaml.ts'

/** The applied files, updated with definitions that were changed by other means. */
export function exportFiles(
  solution: string,
  files: readonly SourceFile[],
  current: Snapshot,
): SourceFile[] {
  const { loaded } = loadSolution([...files], { isBuiltIn: true })
  // Files that only an earlier release could read are exported unchanged.
  if (!loaded) return [...files]
  const present = current
    .everything()
    .filter((each) => each.solution === solution && !each.deletedAt)
  const texts = new Map(files.map(({ path, content }) => [path, content]))
  const known = new Map(loaded.definitions.map((each) => [each.id, each]))
  for (const definition of present) {
    const before = known.get(definition.id)
    const text = before && texts.get(before.file)
    texts.set(definition.file, text ? rewritten(text, before, definition) : fresh(definition))
    known.delete(definition.id)
  }
  for (const { file } of known.values()) texts.delete(file)
  return [...texts].map(([path, content]) => ({ path, content }))
}

const fresh = ({ written }: StoredDefinition) =>
  Buffer.from(yaml().stringify(clean(written), { lineWidth: 0 }))

function rewritten(content: Buffer, before: LoadedDefinition, after: StoredDefinition): Buffer {
  if (JSON.stringify(before.written) === JSON.stringify(after.written)) return content
  const { document } = parseYaml(content.toString('utf8'))
  rewrite(document, [], { before: clean(before.written), after: clean(after.written) })
  const text = document.toString({ lineWidth: 0 })
  return says(text, after) ? Buffer.from(text) : fresh(after)
}

type Values = Record<string, unknown>
type Path = (string | number)[]

const isValues = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Edits only the differences, so that comments and formatting are kept. */
function rewrite(
  document: Document,
  path: Path,
  { before, after }: { before: unknown; after: unknown },
): void {
  if (JSON.stringify(before) === JSON.stringify(after)) return
  if (!isValues(before) || !isValues(after)) {
    if (after === undefined) document.deleteIn(path)
    else document.setIn(path, isScalarValue(after) ? after : document.createNode(after))
    return
  }
  for (const key of new Set([...Object.keys(before), ...Object.keys(after)])) {
    rewrite(document, [...path, key], { before: before[key], after: after[key] })
  }
  reorder(document, path, Object.keys(after))
}

const isScalarValue = (value: unknown) => typeof value !== 'object' || value === null

function reorder(document: Document, path: Path, order: string[]): void {
  const { isMap, isScalar } = yaml()
  const map = path.length === 0 ? document.contents : document.getIn(path)
  if (!isMap(map)) return
  const place = ({ key }: { key: unknown }) =>
    order.indexOf(String(isScalar(key) ? key.value : key))
  map.items.sort((one, other) => place(one) - place(other))
}

/** Parses the edited file again: a wrong file would be worse than lost comments. */
function says(text: string, { kind, written }: StoredDefinition): boolean {
  const parsed = kindOf(kind).schema.safeParse(parseYaml(text).value)
  return parsed.success && isDeepStrictEqual(clean(parsed.data), clean(written))
}

const clean = (value: unknown): unknown => JSON.parse(JSON.stringify(value))
