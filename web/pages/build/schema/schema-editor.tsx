import { Shown } from '../../../components/states.tsx'
import type { EditorProps } from '../editor-props.ts'
import { SchemaForm } from './schema-form.tsx'
import { useSchema } from './use-schema.ts'

type SchemaEditorProps = EditorProps & {
  kind: string
  /** Settings that have a place of their own. */
  without?: readonly string[]
}

/** For kinds without a designer of their own: every setting, as the schema has it. */
export function SchemaEditor({ draft, file, kind, without = [] }: SchemaEditorProps) {
  const asked = useSchema(kind)
  return (
    <Shown of={asked}>
      {(root) => (
        <SchemaForm root={root} schema={root} place={{ draft, file, at: [] }} without={without} />
      )}
    </Shown>
  )
}
