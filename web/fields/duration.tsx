import { Input as Frame, Group, NumberInput } from '@mantine/core'
import { useTexts } from '../texts/index.ts'
import { toParts, toSeconds, toWords } from './duration-parts.ts'
import type { FieldKind, InputProps, ViewProps } from './kind.ts'
import { captionOf, None } from './parts.tsx'

function View({ value }: ViewProps) {
  const t = useTexts()
  if (typeof value !== 'number') return <None />
  return <>{toWords(value, t.items.values)}</>
}

function Input(props: InputProps) {
  const { value, onChange } = props
  const t = useTexts()
  const { label, error, description, required, ...caption } = captionOf(props)
  const parts = typeof value === 'number' ? toParts(value) : undefined
  const change = (hours: number, minutes: number) =>
    onChange(toSeconds({ hours, minutes, seconds: parts?.seconds ?? 0 }))
  const clear = () => onChange(null)
  const shared = { disabled: caption.disabled, error: Boolean(error), hideControls: true, flex: 1 }
  return (
    <Frame.Wrapper label={label} error={error} description={description} required={required}>
      <Group gap={6} wrap="nowrap">
        <NumberInput
          {...shared}
          aria-label={t.items.input.hoursOf(caption['aria-label'])}
          suffix={` ${t.items.values.hour}`}
          value={parts?.hours ?? ''}
          onChange={(next) =>
            typeof next === 'number' ? change(next, parts?.minutes ?? 0) : clear()
          }
        />
        <NumberInput
          {...shared}
          aria-label={t.items.input.minutesOf(caption['aria-label'])}
          suffix={` ${t.items.values.minute}`}
          value={parts?.minutes ?? ''}
          onChange={(next) => change(parts?.hours ?? 0, typeof next === 'number' ? next : 0)}
        />
      </Group>
    </Frame.Wrapper>
  )
}

export const duration: FieldKind = { View, Input }
