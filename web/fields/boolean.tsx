import { Checkbox } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { useTexts } from '../texts/index.ts'
import type { FieldKind, InputProps, ViewProps } from './kind.ts'
import { captionOf, None } from './parts.tsx'

function View({ value, isShort = false }: ViewProps) {
  const t = useTexts()
  if (typeof value !== 'boolean') return <None />
  if (!isShort) return <>{value ? t.frame.values.yes : t.frame.values.no}</>
  return value ? <IconCheck size={16} stroke={1.6} aria-label={t.frame.values.yes} /> : null
}

function Input(props: InputProps) {
  const { required: _, ...caption } = captionOf(props)
  return (
    <Checkbox
      {...caption}
      checked={props.value === true}
      onChange={({ currentTarget }) => props.onChange(currentTarget.checked)}
    />
  )
}

export const boolean: FieldKind = { View, Input }
