import type { ReactNode } from 'react'
import type { Field } from './field.ts'

export type ViewProps = {
  field: Field
  value: unknown
  /** In a cell: one line, as little as tells it apart. */
  isShort?: boolean
}

export type InputProps = {
  field: Field
  value: unknown
  onChange: (value: unknown) => void
  /** The caption above; absent where a column or a filter already says it. */
  label?: string
  /** In the empty input, where there is no caption; days alone have it. */
  placeholder?: string
  error?: ReactNode
  isDisabled?: boolean
}

/** How one type of field is shown and filled in; values are as the API has them. */
export type FieldKind = {
  View: (props: ViewProps) => ReactNode
  Input: (props: InputProps) => ReactNode
}
