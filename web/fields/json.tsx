import { Code, JsonInput } from '@mantine/core'
import { useState } from 'react'
import { useTexts } from '../texts/index.ts'
import type { FieldKind, InputProps, ViewProps } from './kind.ts'
import { captionOf, None } from './parts.tsx'

function View({ value, isShort = false }: ViewProps) {
  if (value === null || value === undefined) return <None />
  return isShort ? (
    <Code>{JSON.stringify(value)}</Code>
  ) : (
    <Code block>{JSON.stringify(value, null, 2)}</Code>
  )
}

const textOf = (value: unknown) =>
  value === null || value === undefined ? '' : JSON.stringify(value, null, 2)

function read(text: string): { value: unknown } | undefined {
  try {
    return { value: text.trim() === '' ? null : JSON.parse(text) }
  } catch {
    return undefined
  }
}

/** The value follows the text as long as the text is JSON. */
function Input(props: InputProps) {
  const t = useTexts()
  const [text, setText] = useState(() => textOf(props.value))
  return (
    <JsonInput
      {...captionOf(props)}
      error={props.error ?? (read(text) ? undefined : t.items.input.notJson)}
      value={text}
      onChange={(next) => {
        setText(next)
        const json = read(next)
        if (json) props.onChange(json.value)
      }}
      autosize
      minRows={3}
      maxRows={16}
    />
  )
}

export const json: FieldKind = { View, Input }
