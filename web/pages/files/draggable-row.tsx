import type { ComponentProps } from 'react'
import type { Thing } from './changes.tsx'
import { dragOf, useDrop } from './dragging.ts'

type DraggableRowProps = ComponentProps<'tr'> & {
  thing: Thing
  /** What goes along when this one is dragged. */
  together: readonly Thing[]
}

/** A row that can be dragged; others can be dropped on a folder. */
export function DraggableRow({ thing, together, ...row }: DraggableRowProps) {
  const drop = useDrop({ __id: thing.id, __name: thing.name })
  return <tr {...row} {...dragOf(together)} {...(thing.kind === 'folder' && drop)} />
}
