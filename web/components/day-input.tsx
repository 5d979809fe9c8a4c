import type { ReactNode } from 'react'
import { plainField } from '../fields/plain-field.ts'
import { FieldInput } from '../fields/registry.tsx'

type MomentProps = {
  label: string
  value: string | null | undefined
  onChange: (value: string | null) => void
  required?: boolean
  error?: ReactNode
}

/** A day as `2026-03-02` that is no field of an app; typed or picked like one. `isBare`: without a caption. */
export function DayInput(props: MomentProps & { isBare?: boolean }) {
  const { label, value, onChange, required = false, isBare, error } = props
  return (
    <FieldInput
      field={plainField('DATETIME', label, { data: { kind: 'date' }, required })}
      value={value ? `${value}T00:00:00Z` : null}
      onChange={(next) => onChange(typeof next === 'string' ? next.slice(0, 10) : null)}
      error={error}
      {...(isBare ? { placeholder: label } : { label })}
    />
  )
}

/** A day and a time of the clock. */
export function MomentInput({ label, value, onChange, required = false, error }: MomentProps) {
  return (
    <FieldInput
      field={plainField('DATETIME', label, { required })}
      label={label}
      value={value ?? null}
      onChange={(next) => onChange(typeof next === 'string' ? next : null)}
      error={error}
    />
  )
}
