import { idsOf } from '../../fields/linked.tsx'
import { FieldInput } from '../../fields/registry.tsx'
import { pretendField } from './pretend-field.ts'

type UserInputProps = {
  label: string
  value: string | null
  onChange: (id: string | null) => void
  required?: boolean
}

/** One person, found by name. */
export function UserInput({ label, value, onChange, required = false }: UserInputProps) {
  return (
    <FieldInput
      field={pretendField('SYS_USER', label, { required })}
      label={label}
      value={value ? [value] : []}
      onChange={(picked) => onChange(idsOf(picked)[0] ?? null)}
    />
  )
}

type DayInputProps = { label: string; value: string | null; onChange: (day: string | null) => void }

/** A day as `2026-03-02`. */
export function DayInput({ label, value, onChange }: DayInputProps) {
  return (
    <FieldInput
      field={pretendField('DATETIME', label, { data: { kind: 'date' } })}
      label={label}
      value={value ? `${value}T00:00:00Z` : null}
      onChange={(next) => onChange(typeof next === 'string' ? next.slice(0, 10) : null)}
    />
  )
}
