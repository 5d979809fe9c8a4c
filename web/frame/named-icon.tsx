import { type Icon, IconTable } from '@tabler/icons-react'
import { lazy, Suspense } from 'react'

type NamedIconProps = { name: string; otherwise?: Icon; size?: number }

/** The icon that a definition names. */
export function NamedIcon({ name, otherwise: Otherwise = IconTable, size = 16 }: NamedIconProps) {
  const plain = <Otherwise size={size} stroke={1.6} aria-hidden />
  if (name === '') return plain
  return (
    <Suspense fallback={plain}>
      <Known name={name} otherwise={Otherwise} size={size} />
    </Suspense>
  )
}

/** Where they cannot be loaded, the plain one is enough. */
const Known = lazy(async () => {
  const { ICONS } = await import('./icons.ts').catch(() => ({ ICONS: {} as Record<string, Icon> }))
  return {
    default: ({ name, otherwise, size }: Required<NamedIconProps>) => {
      const Shape = ICONS[name] ?? otherwise
      return <Shape size={size} stroke={1.6} aria-hidden />
    },
  }
})
