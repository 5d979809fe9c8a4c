import { Autocomplete, Textarea, TextInput } from '@mantine/core'
import { useWorkingTime } from '../../../../texts/working-time.ts'
import type { Choice } from '../known.ts'
import { usePendingText } from './pending-text.ts'

export type FieldProps = {
  label: string
  hint?: string | undefined
  isRequired?: boolean
  value: string
  onChange: (value: string) => void
}

const common = ({ label, hint, isRequired }: FieldProps) => ({
  label,
  description: hint,
  withAsterisk: isRequired ?? false,
  size: 'xs' as const,
})

export function TextField(props: FieldProps) {
  const { text, change, flush } = usePendingText(props.value, props.onChange)
  return (
    <TextInput
      {...common(props)}
      value={text}
      onChange={(event) => change(event.currentTarget.value)}
      onBlur={flush}
    />
  )
}

export function LinesField(props: FieldProps) {
  const { text, change, flush } = usePendingText(props.value, props.onChange)
  return (
    <Textarea
      {...common(props)}
      autosize
      maxRows={8}
      value={text}
      onChange={(event) => change(event.currentTarget.value)}
      onBlur={flush}
    />
  )
}

type SuggestProps = FieldProps & {
  choices: readonly Choice[]
  /** How a text comes back that was written on. */
  spell?: (text: string) => string
}

/** A text for which there are suggestions; any other may be typed as well. */
export function SuggestField({ choices, spell, ...props }: SuggestProps) {
  const { text, change, flush } = usePendingText(props.value, props.onChange, spell)
  const labels = new Map(choices.map(({ value, label }) => [value, label]))
  return (
    <Autocomplete
      {...common(props)}
      data={[...labels.keys()]}
      value={text}
      onChange={change}
      onBlur={flush}
      comboboxProps={{ withinPortal: true }}
      renderOption={({ option }) => (
        <Suggestion value={option.value} label={labels.get(option.value)} />
      )}
    />
  )
}

type TimeProps = FieldProps & { choices: readonly Choice[] }

/** Working time in the words of the person; the file has it as processes do. */
export function TimeField({ choices, value, onChange, ...field }: TimeProps) {
  const { say, read, spell } = useWorkingTime()
  return (
    <SuggestField
      {...field}
      choices={choices.map((each) => ({ value: say(each.value), label: say(each.label) }))}
      value={say(value)}
      onChange={(text) => onChange(read(text))}
      spell={spell}
    />
  )
}

export function Suggestion({ value, label }: { value: string; label: string | undefined }) {
  return (
    <span>
      {value}
      {label && label !== value && <span style={{ color: 'var(--quiet)' }}> · {label}</span>}
    </span>
  )
}
