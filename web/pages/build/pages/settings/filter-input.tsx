import { JsonInput, Textarea } from '@mantine/core'
import { useEffect, useState } from 'react'

type FilterInputProps = {
  label: string
  jsonLabel: string
  description?: string
  error?: string | undefined
  value: unknown
  onChange: (value: unknown) => void
}

const queryOf = (value: unknown): string | undefined => {
  if (value === undefined) return ''
  const { eql, ...others } = value as { eql?: { query?: unknown } }
  const isAlone = Object.keys(others).length === 0
  return isAlone && typeof eql?.query === 'string' ? eql.query : undefined
}

/** A filter as EQL; one that was written in another way stays as it is, as JSON. */
export function FilterInput({
  label,
  jsonLabel,
  description,
  error,
  value,
  onChange,
}: FilterInputProps) {
  const query = queryOf(value)
  const saved = query ?? JSON.stringify(value, null, 2)
  const [text, setText] = useState(saved)
  useEffect(() => setText(saved), [saved])
  if (query === undefined) {
    const keep = () => {
      try {
        onChange(JSON.parse(text))
      } catch {
        // The input says that it is no JSON.
      }
    }
    return (
      <JsonInput
        label={jsonLabel}
        value={text}
        onChange={setText}
        onBlur={keep}
        error={error}
        autosize
        minRows={2}
        maxRows={10}
      />
    )
  }
  return (
    <Textarea
      label={label}
      description={description}
      value={text}
      error={error}
      onChange={(event) => setText(event.currentTarget.value)}
      onBlur={() =>
        text.trim() !== saved && onChange(text.trim() ? { eql: { query: text.trim() } } : undefined)
      }
      autosize
      minRows={1}
    />
  )
}
