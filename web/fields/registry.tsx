import type { FieldKind, InputProps, ViewProps } from './kind.ts'
import { text } from './text.tsx'

/** One file per type of field; what has none of its own is shown as text. */
const KINDS: Record<string, FieldKind> = {
  STRING: text,
}

const kindOf = (type: string): FieldKind => KINDS[type] ?? text

/** The value of any field, for reading. */
export function FieldValue(props: ViewProps) {
  const { View } = kindOf(props.field.type)
  return <View {...props} />
}

/** The value of any field, to be filled in. */
export function FieldInput(props: InputProps) {
  const { Input } = kindOf(props.field.type)
  return <Input {...props} />
}
