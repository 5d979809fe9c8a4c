import { Select } from '@mantine/core'
import { isEmpty } from '../../../fields/parts.tsx'
import { FieldInput } from '../../../fields/registry.tsx'
import { useTexts } from '../../../texts/index.ts'
import { toField } from '../app/draft-fields.ts'
import { inputs } from '../schema/inputs.tsx'
import { errorAt, placeIn, putSetting, settingAt, useCaption } from '../schema/setting.ts'
import { useBuildTexts } from '../texts.ts'
import type { FieldProps } from './field-props.ts'

/** What new items have, filled in as people fill in the field. */
export function DefaultInput({ code, field, place }: FieldProps) {
  const t = useBuildTexts().app.fields
  const { label, description } = useCaption()('default')
  const own = placeIn(place, 'default')
  const value = settingAt(own)
  if (field.type === 'FILE' || field.type === 'IMAGE') {
    // A file of a definition has no place to be kept in: only one that is there already is shown.
    if (value === undefined) return null
    return <inputs.json schema={{}} place={own} label={label} description={description} />
  }
  const shared = {
    label,
    value,
    error: errorAt(own, 'within'),
    onChange: (next: unknown) => putSetting(own, isEmpty(next) ? undefined : next),
  }
  if (field.type === 'BOOLEAN') return <YesNoInput {...shared} description={t.defaultHint} />
  const asked = toField(code, { ...field, required: false, tooltip: t.defaultHint })
  return <FieldInput key={field.type} {...shared} field={asked} />
}

type YesNoProps = {
  label: string
  description: string
  value: unknown
  error: string | undefined
  onChange: (value: boolean | undefined) => void
}

/** To say no is another thing than to say nothing. */
function YesNoInput({ value, onChange, ...caption }: YesNoProps) {
  const t = useTexts().frame.values
  return (
    <Select
      {...caption}
      data={[
        { value: 'true', label: t.yes },
        { value: 'false', label: t.no },
      ]}
      value={typeof value === 'boolean' ? String(value) : null}
      clearable
      onChange={(next) => onChange(next === null ? undefined : next === 'true')}
    />
  )
}
