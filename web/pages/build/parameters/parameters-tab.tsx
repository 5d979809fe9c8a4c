import { Stack, Text } from '@mantine/core'
import type { EditorProps } from '../editor-props.ts'
import { FieldList } from '../fields/field-list.tsx'
import { type JsonSchema, propertyOf } from '../schema/json-schema.ts'
import { useBuildTexts } from '../texts.ts'
import { ParameterValues } from './parameter-values.tsx'

type ParametersTabProps = EditorProps & {
  /** The schema of the definition that has them. */
  root: JsonSchema
  hint: string
  /** Under which values are set; undefined before it is published. */
  namespace: string | undefined
}

/** The parameters of a workspace or a module: what there are, and the values that hold now. */
export function ParametersTab({ draft, file, root, hint, namespace }: ParametersTabProps) {
  const t = useBuildTexts().parameters
  const { additionalProperties } = propertyOf(root, root, 'parameters')
  const state = draft.info?.files.find(({ path }) => path === file)?.state
  return (
    <Stack gap="lg">
      <div>
        <Text size="sm" c="var(--quiet)" mb="sm" maw={720}>
          {hint}
        </Text>
        <FieldList
          root={root}
          schema={additionalProperties as JsonSchema}
          place={{ draft, file, at: ['parameters'] }}
          isPart
        />
      </div>
      {namespace === undefined ? (
        <Text size="sm">{t.unpublished}</Text>
      ) : (
        <ParameterValues namespace={namespace} isChanged={state !== 'same'} />
      )}
    </Stack>
  )
}
