import { TextField } from '../../../../components/controls.tsx'
import type { Choice } from '../known.ts'

type FieldsProps = {
  fields: readonly Choice[]
  texts: Readonly<Record<string, string>>
  onChange: (texts: Record<string, string>) => void
}

/** One line per value; what looks like JSON is taken for it. */
export function ValueFields({ fields, texts, onChange }: FieldsProps) {
  return fields.map(({ value, label }) => (
    <TextField
      key={value}
      size="xs"
      label={label}
      value={texts[value] ?? ''}
      onChange={(text) => onChange({ ...texts, [value]: text })}
    />
  ))
}
