import { Text, Title } from '@mantine/core'
import type { EditorProps } from '../editor-props.ts'
import { FieldList } from '../fields/field-list.tsx'
import { usePageTexts } from '../pages/texts.ts'
import { type JsonSchema, propertyOf } from '../schema/json-schema.ts'
import { useSchema } from '../schema/use-schema.ts'

/** What people are asked for before the report is made; its filter names them. */
export function Parameters({ draft, file }: EditorProps) {
  const t = usePageTexts().report
  const { data: root } = useSchema('report')
  if (!root) return null
  const { additionalProperties } = propertyOf(root, root, 'parameters')
  return (
    <section aria-label={t.parameters}>
      <Title order={3} size="h5" mb={4}>
        {t.parameters}
      </Title>
      <Text size="xs" c="var(--quiet)" mb={6}>
        {t.parametersHint}
      </Text>
      <FieldList
        root={root}
        schema={additionalProperties as JsonSchema}
        place={{ draft, file, at: ['parameters'] }}
        isNested
      />
    </section>
  )
}
