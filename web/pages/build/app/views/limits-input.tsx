import { Fieldset, NumberInput, Text } from '@mantine/core'
import { usePageTexts } from '../../pages/texts.ts'
import type { OwnSettingProps } from './own-setting.ts'

const MOST = 10_000

/** How many cards each column of a board should have at most. */
export function LimitsInput({ value, error, onChange, source, columnsBy }: OwnSettingProps) {
  const t = usePageTexts().settings
  const limits = (value ?? {}) as Record<string, number>
  const columns = columnsOf(source, columnsBy)
  const change = (code: string, limit: unknown) => {
    const { [code]: _, ...others } = limits
    const next = typeof limit === 'number' ? { ...limits, [code]: limit } : others
    onChange(Object.keys(next).length > 0 ? next : undefined)
  }
  if (columns.length === 0) return null
  return (
    <Fieldset legend={t.limits} variant="filled" p="xs">
      {columns.map(({ code, name }) => (
        <NumberInput
          key={code}
          size="xs"
          label={name}
          min={1}
          max={MOST}
          value={limits[code] ?? ''}
          onChange={(next) => change(code, next)}
        />
      ))}
      {error && (
        <Text size="xs" c="var(--mantine-color-error)" mt={4} role="alert">
          {error}
        </Text>
      )}
    </Fieldset>
  )
}

function columnsOf({ fields, groups }: OwnSettingProps['source'], columnsBy: string | undefined) {
  const field = fields.find(({ code }) => code === columnsBy)
  if (!field || field.type === 'STATUS') return groups.flatMap(({ statuses }) => statuses)
  const { options = {} } = field.more as { options?: Record<string, string> }
  return Object.entries(options).map(([code, name]) => ({ code, name }))
}
