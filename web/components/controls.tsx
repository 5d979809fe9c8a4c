import {
  Checkbox,
  type CheckboxProps,
  NumberInput,
  type NumberInputProps,
  PasswordInput,
  type PasswordInputProps,
  SegmentedControl,
  type SegmentedControlProps,
  Select,
  type SelectProps,
  Switch,
  type SwitchProps,
  Textarea,
  type TextareaProps,
  TextInput,
  type TextInputProps,
} from '@mantine/core'

/** A control that shows a value and tells the next one, whatever event the browser has for it. */
type Of<Props, Value> = Omit<Props, 'value' | 'onChange' | 'checked' | 'data'> & {
  value: Value | null | undefined
  onChange: (value: Value) => void
}

export const TextField = ({ value, onChange, ...props }: Of<TextInputProps, string>) => (
  <TextInput
    {...props}
    value={value ?? ''}
    onChange={({ currentTarget }) => onChange(currentTarget.value)}
  />
)

/** Grows with its text. */
export const LongTextField = ({ value, onChange, ...props }: Of<TextareaProps, string>) => (
  <Textarea
    autosize
    minRows={2}
    {...props}
    value={value ?? ''}
    onChange={({ currentTarget }) => onChange(currentTarget.value)}
  />
)

export const PasswordField = ({ value, onChange, ...props }: Of<PasswordInputProps, string>) => (
  <PasswordInput
    autoComplete="off"
    {...props}
    value={value ?? ''}
    onChange={({ currentTarget }) => onChange(currentTarget.value)}
  />
)

export const SwitchField = ({ value, onChange, ...props }: Of<SwitchProps, boolean>) => (
  <Switch
    {...props}
    checked={value ?? false}
    onChange={({ currentTarget }) => onChange(currentTarget.checked)}
  />
)

export const CheckboxField = ({ value, onChange, ...props }: Of<CheckboxProps, boolean>) => (
  <Checkbox
    {...props}
    checked={value ?? false}
    onChange={({ currentTarget }) => onChange(currentTarget.checked)}
  />
)

/** An empty one is null. */
export const NumberField = ({ value, onChange, ...props }: Of<NumberInputProps, number | null>) => (
  <NumberInput
    {...props}
    value={value ?? ''}
    onChange={(next) => onChange(next === '' ? null : Number(next))}
  />
)

type Choices<Value> = { data: readonly { value: NonNullable<Value>; label: string }[] }

/** One of several. Only what is `clearable` can be taken back. */
export const SelectField = <Value extends string | null>({
  value,
  onChange,
  data,
  ...props
}: Of<SelectProps, Value> & Choices<Value>) => (
  <Select
    allowDeselect={props.clearable ?? false}
    {...props}
    data={data as readonly { value: string; label: string }[]}
    value={value ?? null}
    onChange={(next) => onChange(next as Value)}
  />
)

/** One of a few, all of them in sight. */
export const SegmentsField = <Value extends string>({
  value,
  onChange,
  label,
  data,
  ...props
}: Of<SegmentedControlProps, Value> & Choices<Value> & { label: string }) => (
  <SegmentedControl
    {...props}
    {...(value && { value })}
    aria-label={label}
    data={[...data]}
    onChange={(next) => onChange(next as Value)}
  />
)
