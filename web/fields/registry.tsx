import { kindOf } from './cells.tsx'
import type { FieldKind, InputProps, ViewProps } from './kind.ts'
import { table } from './table.tsx'

const anyKind = (type: string): FieldKind => (type === 'TABLE' ? table : kindOf(type))

/** The value of any field, for reading. */
export function FieldValue(props: ViewProps) {
  const { View } = anyKind(props.field.type)
  return <View {...props} />
}

/** The value of any field, to be filled in. */
export function FieldInput(props: InputProps) {
  const { Input } = anyKind(props.field.type)
  return <Input {...props} />
}
