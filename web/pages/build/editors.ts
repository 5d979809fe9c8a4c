import { type ComponentType, type LazyExoticComponent, lazy } from 'react'
import { ownZone } from '../../zones.ts'
import { newTable } from './decisions/new-table.ts'
import type { Edit } from './draft/types.ts'
import type { EditorProps } from './editor-props.ts'
import { firstProgram } from './modules/module-value.ts'
import { type Added, pathOf, type Start } from './parts.ts'
import { diagramOf, newDiagram } from './processes/new-diagram.ts'
import type { BuildTexts } from './texts.ts'

type Editor = LazyExoticComponent<ComponentType<EditorProps>>

const found = import.meta.glob<ComponentType<EditorProps>>(
  ['./*/*-editor.tsx', '!./schema/schema-editor.tsx'],
  { import: 'Editor' },
)

/** The designer of a kind is the `Editor` of `<kind>-editor.tsx`; the others have a form made of their schema. */
export const editors: Record<string, Editor> = Object.fromEntries(
  Object.entries(found).map(([path, load]) => [
    path.replace(/^.*\/|-editor\.tsx$/g, ''),
    lazy(async () => ({ default: await load() })),
  ]),
)

type Begin = (file: string, start: Start, texts: BuildTexts) => Edit[]

/** The edits with which a definition begins, where a name alone is not enough. */
const starts: Partial<Record<Added, Begin>> = {
  process: (file, { code, name }) => [
    { file, op: 'create', value: { name } },
    { file: diagramOf(file, undefined), op: 'create', text: newDiagram({ code, name }) },
  ],
  decision: (file, { code, name }, { decisions }) => [
    { file, op: 'create', value: { name } },
    {
      file: file.replace(/\.yaml$/, '.dmn'),
      op: 'create',
      text: newTable(code, name, decisions),
    },
  ],
  'public-form': (file, { name }) => [{ file, op: 'create', value: { name, fields: [] } }],
  module: (file, { name }, { modules }) => [
    { file, op: 'create', value: { name, scripts: { main: firstProgram(modules) } } },
  ],
  calendar: (file, { name }) => [{ file, op: 'create', value: { name, zone: ownZone() } }],
}

export function startOf(kind: Added, start: Start, texts: BuildTexts): Edit[] {
  const file = pathOf(kind, start)
  return starts[kind]?.(file, start, texts) ?? [{ file, op: 'create', value: { name: start.name } }]
}
