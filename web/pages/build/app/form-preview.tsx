import { Paper, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { plainField } from '../../../fields/plain-field.ts'
import { FieldInput } from '../../../fields/registry.tsx'
import type { FieldValue } from '../fields/new-field.ts'
import { settingAt } from '../schema/setting.ts'
import { useBuildTexts } from '../texts.ts'
import { useFieldChoices } from './names.ts'
import type { AppPartProps } from './part.ts'

/** Inputs that lead into what may not be published yet. */
const NEEDS_SERVER = ['TABLE', 'SYS_COLLECTION', 'REF_ITEM', 'FILE', 'IMAGE']

type FormPreviewProps = AppPartProps & { codes: readonly string[]; isView: boolean }

/** The form as people will see it; what is typed here goes nowhere. */
export function FormPreview(props: FormPreviewProps) {
  const t = useBuildTexts().app.forms
  const { draft, file, codes, isView } = props
  const [values, setValues] = useState<Record<string, unknown>>({})
  const fields = (settingAt({ draft, file, at: ['fields'] }) ?? {}) as Record<string, FieldValue>
  const names = new Map(useFieldChoices(props, true).map(({ value, label }) => [value, label]))
  return (
    <Paper withBorder p="md" component="section" aria-label={t.preview}>
      <Text size="xs" c="var(--quiet)" mb="sm">
        {t.preview}
      </Text>
      <Stack gap="sm">
        {codes.map((code) => {
          const field = toField(fields[code] ?? { type: 'STRING' }, names.get(code) ?? code)
          return (
            <FieldInput
              key={`${code} ${field.type}`}
              field={{ ...field, code }}
              label={field.view.name}
              value={values[code] ?? null}
              isDisabled={isView}
              onChange={(value) => setValues({ ...values, [code]: value })}
            />
          )
        })}
      </Stack>
    </Paper>
  )
}

function toField(field: FieldValue, name: string) {
  const { type = 'STRING', required, tooltip, options = {}, ...data } = field
  const shown = NEEDS_SERVER.includes(type) ? 'STRING' : type
  const plain = plainField(shown, name, {
    required: required === true,
    single: field.single !== false,
    array: shown === 'CATEGORY' ? field.multiple === true : field.single === false,
    data: {
      ...data,
      enumItems: Object.entries(options as Record<string, string>).map(([code, text]) => ({
        code,
        name: text,
      })),
    },
  })
  return { ...plain, view: { name, tooltip: typeof tooltip === 'string' ? tooltip : '' } }
}
