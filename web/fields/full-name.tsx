import { Input as Frame, Group, TextInput } from '@mantine/core'
import { useTexts } from '../texts/index.ts'
import type { FieldKind, InputProps, ViewProps } from './kind.ts'
import { captionOf, None } from './parts.tsx'

const PARTS = ['lastname', 'firstname', 'middlename'] as const
type FullName = Partial<Record<(typeof PARTS)[number], string>>

function View({ value }: ViewProps) {
  const name = (value ?? {}) as FullName
  const text = PARTS.map((part) => name[part] ?? '')
    .filter(Boolean)
    .join(' ')
  return text ? text : <None />
}

function Input(props: InputProps) {
  const t = useTexts()
  const name = (props.value ?? {}) as FullName
  const { label, error, description, required, disabled } = captionOf(props)
  const change = (part: (typeof PARTS)[number], text: string) => {
    const next = { lastname: '', firstname: '', middlename: '', ...name, [part]: text }
    props.onChange(PARTS.every((each) => next[each] === '') ? null : next)
  }
  return (
    <Frame.Wrapper label={label} error={error} description={description} required={required}>
      <Group gap={6} wrap="wrap">
        {PARTS.map((part) => (
          <TextInput
            key={part}
            aria-label={`${label ?? props.field.view.name}: ${t.items.input[part]}`}
            placeholder={t.items.input[part]}
            value={name[part] ?? ''}
            onChange={({ currentTarget }) => change(part, currentTarget.value)}
            error={Boolean(error)}
            disabled={disabled}
            flex="1 1 110px"
          />
        ))}
      </Group>
    </Frame.Wrapper>
  )
}

export const fullName: FieldKind = { View, Input }
