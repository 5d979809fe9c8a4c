import { plainField } from '../fields/plain-field.ts'
import { FieldInput } from '../fields/registry.tsx'

type DayInputProps = {
  label: string
  /** A day as `2026-03-02`. */
  value: string | null
  onChange: (day: string | null) => void
  required?: boolean
  /** Without a caption of its own. */
  isBare?: boolean
}

/** A day that is no field of an app; typed or picked like one. */
export function DayInput({ label, value, onChange, required = false, isBare }: DayInputProps) {
  return (
    <FieldInput
      field={plainField('DATETIME', label, { data: { kind: 'date' }, required })}
      value={value ? `${value}T00:00:00Z` : null}
      onChange={(next) => onChange(typeof next === 'string' ? next.slice(0, 10) : null)}
      {...(isBare ? { placeholder: label } : { label })}
    />
  )
}
