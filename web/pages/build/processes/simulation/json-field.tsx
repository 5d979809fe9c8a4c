import { Textarea } from '@mantine/core'
import { useBuildTexts } from '../../texts.ts'

type JsonProps = { label: string; value: string; onChange: (text: string) => void }

export function JsonField({ label, value, onChange }: JsonProps) {
  const t = useBuildTexts().processes.simulation
  return (
    <Textarea
      size="xs"
      label={label}
      autosize
      maxRows={10}
      spellCheck={false}
      styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
      value={value}
      error={readJson(value) ? undefined : t.notJson}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  )
}

/** Values by name; undefined where the text is something else. */
export function readJson(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text.trim() === '' ? '{}' : text)
    const isMap = value !== null && typeof value === 'object' && !Array.isArray(value)
    return isMap ? (value as Record<string, unknown>) : undefined
  } catch {
    return undefined
  }
}
