import { type DragEvent, useState } from 'react'
import { type Thing, useChanges } from './changes.tsx'
import { type Folder, mayHoldFiles } from './directories.ts'

/** What is being dragged inside of the page; files from outside are never here. */
let dragged: readonly Thing[] = []

export const dragOf = (things: readonly Thing[]) => ({
  draggable: true,
  onDragStart: ({ dataTransfer }: DragEvent) => {
    dragged = things
    dataTransfer.effectAllowed = 'move'
    dataTransfer.setData('text/plain', things.map(({ name }) => name).join('\n'))
  },
  onDragEnd: () => {
    dragged = []
  },
})

/** Makes a folder a place where files and folders can be dropped. */
export function useDrop(folder: Folder) {
  const { move } = useChanges()
  const [isOver, setOver] = useState(false)
  const isPossible = () =>
    dragged.length > 0 && mayHoldFiles(folder.__id) && !dragged.some(({ id }) => id === folder.__id)
  return {
    'data-over': isOver || undefined,
    onDragOver: (event: DragEvent) => {
      if (!isPossible()) return
      event.preventDefault()
      event.stopPropagation()
      setOver(true)
    },
    onDragLeave: () => setOver(false),
    onDrop: (event: DragEvent) => {
      if (!isPossible()) return
      event.preventDefault()
      event.stopPropagation()
      setOver(false)
      void move(dragged, folder)
    },
  }
}
