import { Input as Frame, Group, NumberInput } from '@mantine/core'
import { useTexts } from '../texts/index.ts'
import type { FieldKind, InputProps, ViewProps } from './kind.ts'
import { captionOf, None } from './parts.tsx'

const partsOf = (seconds: number) => ({
  hours: Math.trunc(seconds / 3600),
  minutes: Math.trunc((seconds % 3600) / 60),
  rest: seconds % 60,
})

function View({ value }: ViewProps) {
  const t = useTexts()
  if (typeof value !== 'number') return <None />
  const { hours, minutes, rest } = partsOf(value)
  // What lasts for days is told in days: nobody reckons with 4320 hours.
  const days = Math.abs(hours) >= 48 ? Math.trunc(hours / 24) : 0
  const parts = [
    days && t.items.values.days(days),
    hours - days * 24 && t.items.values.hours(hours - days * 24),
    minutes && t.items.values.minutes(minutes),
    rest && t.items.values.seconds(rest),
  ].filter(Boolean)
  return <>{parts.join(' ') || t.items.values.minutes(0)}</>
}

function Input(props: InputProps) {
  const { value, onChange } = props
  const t = useTexts()
  const { label, error, description, required, ...caption } = captionOf(props)
  const parts = typeof value === 'number' ? partsOf(value) : undefined
  const change = (hours: number, minutes: number) =>
    onChange(hours * 3600 + minutes * 60 + (parts?.rest ?? 0))
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
