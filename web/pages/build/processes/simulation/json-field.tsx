import { LongTextField } from '../../../../components/controls.tsx'
import { useBuildTexts } from '../../texts.ts'

type JsonProps = { label: string; value: string; onChange: (text: string) => void }

export function JsonField({ label, value, onChange }: JsonProps) {
  const t = useBuildTexts().processes.simulation
  return (
    <LongTextField
      size="xs"
      label={label}
      minRows={1}
      maxRows={10}
      spellCheck={false}
      styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
      value={value}
      error={readJson(value) ? undefined : t.notJson}
      onChange={onChange}
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
