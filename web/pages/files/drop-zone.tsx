import { type DragEvent, type ReactNode, useRef, useState } from 'react'
import { useTexts } from '../../texts/index.ts'
import classes from './files.module.css'

type DropZoneProps = {
  name: string
  isEnabled: boolean
  onFiles: (files: File[]) => void
  children: ReactNode
}

const bringsFiles = ({ dataTransfer }: DragEvent) => dataTransfer.types.includes('Files')

/** Files that are dropped anywhere on the list are uploaded. */
export function DropZone({ name, isEnabled, onFiles, children }: DropZoneProps) {
  const t = useTexts()
  // Entering a child comes before leaving its parent, so that both are counted.
  const depth = useRef(0)
  const [isOver, setOver] = useState(false)
  const step = (by: number) => {
    depth.current = Math.max(0, depth.current + by)
    setOver(depth.current > 0)
  }
  const drop = (event: DragEvent) => {
    if (!bringsFiles(event)) return
    event.preventDefault()
    depth.current = 0
    setOver(false)
    if (isEnabled) onFiles([...event.dataTransfer.files])
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the button above does the same
    <div
      className={classes.zone}
      data-over={(isOver && isEnabled) || undefined}
      onDragEnter={(event) => bringsFiles(event) && step(1)}
      onDragLeave={(event) => bringsFiles(event) && step(-1)}
      onDragOver={(event) => bringsFiles(event) && event.preventDefault()}
      onDrop={drop}
    >
      {children}
      {isOver && isEnabled && <div className={classes.dropHint}>{t.files.dropHere(name)}</div>}
    </div>
  )
}
