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

/** The designer of each kind of definition; the others have a form made of their schema. */
export const editors: Record<string, Editor> = {
  app: lazy(async () => ({ default: (await import('./app/app-editor.tsx')).AppEditor })),
  process: lazy(async () => ({
    default: (await import('./processes/process-editor.tsx')).ProcessEditor,
  })),
  decision: lazy(async () => ({
    default: (await import('./decisions/decision-editor.tsx')).DecisionEditor,
  })),
  calendar: lazy(async () => ({
    default: (await import('./calendars/calendar-editor.tsx')).CalendarEditor,
  })),
  page: lazy(async () => ({ default: (await import('./pages/page-editor.tsx')).PageEditor })),
  widget: lazy(async () => ({ default: (await import('./pages/widget-editor.tsx')).WidgetEditor })),
  module: lazy(async () => ({
    default: (await import('./modules/module-editor.tsx')).ModuleEditor,
  })),
  workspace: lazy(async () => ({
    default: (await import('./parameters/workspace-editor.tsx')).WorkspaceEditor,
  })),
  report: lazy(async () => ({
    default: (await import('./reports/report-editor.tsx')).ReportEditor,
  })),
}

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
