import { type ComponentType, type LazyExoticComponent, lazy } from 'react'
import type { Edit } from './draft/types.ts'
import type { EditorProps } from './editor-props.ts'
import { type Added, pathOf, type Start } from './parts.ts'
import { diagramOf, newDiagram } from './processes/new-diagram.ts'

type Editor = LazyExoticComponent<ComponentType<EditorProps>>

/** The designer of each kind of definition; the others have a form made of their schema. */
export const editors: Record<string, Editor> = {
  app: lazy(async () => ({ default: (await import('./app/app-editor.tsx')).AppEditor })),
  process: lazy(async () => ({
    default: (await import('./processes/process-editor.tsx')).ProcessEditor,
  })),
  decision: lazy(async () => ({
    default: (await import('./decisions/decision-editor.tsx')).DecisionEditor,
  })),
  page: lazy(async () => ({ default: (await import('./pages/page-editor.tsx')).PageEditor })),
  widget: lazy(async () => ({ default: (await import('./pages/widget-editor.tsx')).WidgetEditor })),
  report: lazy(async () => ({
    default: (await import('./reports/report-editor.tsx')).ReportEditor,
  })),
}

/** The edits with which a definition begins, where a name alone is not enough. */
const starts: Partial<Record<Added, (file: string, start: Start) => Edit[]>> = {
  process: (file, { code, name }) => [
    { file, op: 'create', value: { name } },
    { file: diagramOf(file, undefined), op: 'create', text: newDiagram({ code, name }) },
  ],
}

export function startOf(kind: Added, start: Start): Edit[] {
  const file = pathOf(kind, start)
  return starts[kind]?.(file, start) ?? [{ file, op: 'create', value: { name: start.name } }]
}
