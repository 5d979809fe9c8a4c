import type { ReactNode } from 'react'
import { idsOf } from '../../fields/linked.tsx'
import { plainField } from '../../fields/plain-field.ts'
import { FieldInput } from '../../fields/registry.tsx'

type UserInputProps = {
  label: string
  value: string | null
  onChange: (id: string | null) => void
  required?: boolean
  error?: ReactNode
}

/** One person, found by name. */
export function UserInput({ label, value, onChange, required = false, error }: UserInputProps) {
  return (
    <FieldInput
      field={plainField('SYS_USER', label, { required })}
      label={label}
      value={value ? [value] : []}
      onChange={(picked) => onChange(idsOf(picked)[0] ?? null)}
      error={error}
    />
  )
}
