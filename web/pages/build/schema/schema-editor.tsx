import type { EditorProps } from '../editor-props.ts'
import { SchemaForm } from './schema-form.tsx'
import { schemaOfKind } from './schema-of-kind.ts'

/** For kinds without a designer of their own: every setting, as the schema has it. */
export function SchemaEditor({ draft, file, kind }: EditorProps & { kind: string }) {
  const root = schemaOfKind(kind)
  return <SchemaForm root={root} schema={root} place={{ draft, file, at: [] }} />
}
