import { TextInput } from '@mantine/core'

type Props = { label: string; value: string; onChange: (value: string) => void; isLong?: boolean }

/** A code of an authenticator app, or a recovery code. */
export const CodeInput = ({ label, value, onChange, isLong = false }: Props) => (
  <TextInput
    label={label}
    value={value}
    onChange={({ currentTarget }) => onChange(currentTarget.value)}
    autoComplete="one-time-code"
    inputMode={isLong ? 'text' : 'numeric'}
    maxLength={isLong ? 64 : 8}
    required
    withAsterisk={false}
    autoFocus
    data-autofocus
  />
)
