import { NumberInput } from '@mantine/core'
import { useLanguage } from '../texts/index.ts'
import type { FieldKind, InputProps, ViewProps } from './kind.ts'
import { captionOf, None, settingOf } from './parts.tsx'

/** The signs that a language puts between thousands and before a fraction. */
export function useSeparators() {
  const parts = new Intl.NumberFormat(useLanguage()).formatToParts(12_345.6)
  const of = (type: string) => parts.find((part) => part.type === type)?.value
  return {
    thousandSeparator: of('group') ?? ' ',
    decimalSeparator: of('decimal') ?? '.',
    allowedDecimalSeparators: ['.', ','],
  }
}

function View({ value }: ViewProps) {
  const language = useLanguage()
  if (typeof value !== 'number') return <None />
  return <>{new Intl.NumberFormat(language, { maximumFractionDigits: 10 }).format(value)}</>
}

function Input(props: InputProps) {
  const { field, value, onChange } = props
  const separators = useSeparators()
  return (
    <NumberInput
      {...captionOf(props)}
      {...separators}
      value={typeof value === 'number' ? value : ''}
      onChange={(next) => onChange(typeof next === 'number' ? next : null)}
      min={settingOf(field, 'min')}
      max={settingOf(field, 'max')}
      clampBehavior="none"
      allowDecimal={field.type === 'FLOAT'}
      hideControls
    />
  )
}

export const number: FieldKind = { View, Input }
