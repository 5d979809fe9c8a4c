import { Skeleton } from '@mantine/core'
import { lazy, Suspense } from 'react'
import type { DiagramProps } from './drawing.tsx'

const Drawing = lazy(async () => ({ default: (await import('./drawing.tsx')).Drawing }))

/** The picture of a process. */
export function Diagram(props: DiagramProps) {
  return (
    <Suspense fallback={<Skeleton height={220} className="late" />}>
      <Drawing {...props} />
    </Suspense>
  )
}
