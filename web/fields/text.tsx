import { TextInput } from '@mantine/core'
import { useTexts } from '../texts/index.ts'
import type { FieldKind, InputProps, ViewProps } from './kind.ts'

function View({ value }: ViewProps) {
  const t = useTexts()
  return (
    <>
      {value === null || value === undefined || value === '' ? t.frame.values.none : String(value)}
    </>
  )
}

function Input({ field, value, onChange, label, error, isDisabled = false }: InputProps) {
  return (
    <TextInput
      label={label}
      aria-label={label ?? field.view.name}
      value={typeof value === 'string' ? value : ''}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
      error={error}
      disabled={isDisabled}
      required={field.required}
    />
  )
}

export const text: FieldKind = { View, Input }
