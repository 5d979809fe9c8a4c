import { TextInput, type TextInputProps } from '@mantine/core'

type TimeInputProps = Omit<TextInputProps, 'type' | 'value' | 'onChange'> & {
  /** `09:30`, or empty. */
  value: string
  onChange: (time: string) => void
}

/** A time of the clock. */
export function TimeInput({ value, onChange, ...rest }: TimeInputProps) {
  return (
    <TextInput
      {...rest}
      type="time"
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  )
}
