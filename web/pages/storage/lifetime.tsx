import { Select } from '@mantine/core'
import { useTexts } from '../../texts/index.ts'

export const SECONDS = {
  hour: 3600,
  day: 86_400,
  week: 604_800,
  month: 2_592_000,
  year: 31_536_000,
} as const
export type Lifetime = keyof typeof SECONDS | 'forever' | 'same'

/** Saving sets the time to live anew: what is left of it, another one, or none. */
export function ttlOf(lifetime: Lifetime, expiresAt: string | null): number | undefined {
  if (lifetime === 'forever') return undefined
  if (lifetime !== 'same') return SECONDS[lifetime]
  if (!expiresAt) return undefined
  return Math.max(Math.round((new Date(expiresAt).getTime() - Date.now()) / 1000), 1)
}

type LifetimeSelectProps = {
  value: Lifetime
  onChange: (value: Lifetime) => void
  /** When it ends as it is, in words. */
  same?: string | undefined
}

export function LifetimeSelect({ value, onChange, same }: LifetimeSelectProps) {
  const t = useTexts().storage
  const names = Object.keys(SECONDS) as (keyof typeof SECONDS)[]
  return (
    <Select
      label={t.lifetime}
      data={[
        ...(same ? [{ value: 'same', label: same }] : []),
        { value: 'forever', label: t.forever },
        ...names.map((name) => ({ value: name, label: t.lifetimes[name] })),
      ]}
      value={value}
      onChange={(next) => next && onChange(next as Lifetime)}
      allowDeselect={false}
    />
  )
}
