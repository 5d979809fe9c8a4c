import { Shown } from '../../../components/states.tsx'
import type { EditorProps } from '../editor-props.ts'
import { SchemaForm } from './schema-form.tsx'
import { useSchema } from './use-schema.ts'

/** For kinds without a designer of their own: every setting, as the schema has it. */
export function SchemaEditor({ draft, file, kind }: EditorProps & { kind: string }) {
  const asked = useSchema(kind)
  return (
    <Shown of={asked}>
      {(root) => <SchemaForm root={root} schema={root} place={{ draft, file, at: [] }} />}
    </Shown>
  )
}
