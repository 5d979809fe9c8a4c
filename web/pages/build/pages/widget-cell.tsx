import { ActionIcon, Text } from '@mantine/core'
import { IconArrowsDiagonal2, IconGripVertical, IconSettings, IconX } from '@tabler/icons-react'
import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react'
import { stepOf } from '../../../shortcuts/register.ts'
import { COLUMNS, placeOf, sizeOf } from '../../workspace/sizes.ts'
import type { Draft } from '../draft/use-draft.ts'
import classes from './page-editor.module.css'
import type { WidgetValue } from './placed.ts'
import { Sample } from './sample.tsx'
import { usePageTexts } from './texts.ts'
import { useFile } from './use-file.ts'

type Size = { width: number; height: number }
type GridCell = { width: number | null; height: number | null; column: number | null }

type WidgetCellProps = {
  draft: Draft
  file: string
  code: string
  place: GridCell
  isChosen: boolean
  isDragged: boolean
  onChoose: () => void
  onRemove: () => void
  onStep: (by: number) => void
  onLift: () => void
  onDrop: () => void
  onResize: (size: Size) => void
}

const TALLEST = 12
const clamp = (value: number, most: number) => Math.min(Math.max(value, 1), most)
const icon = { variant: 'subtle', color: 'gray', size: 'sm' } as const

/** A widget on the page that is being designed: dragged, resized, set up. */
export function WidgetCell(props: WidgetCellProps) {
  const { draft, file, code, place, isChosen, isDragged } = props
  const t = usePageTexts()
  const content = useFile(draft, file)
  const value = (content?.value ?? {}) as WidgetValue
  const { name = code, type = '', settings = {} } = value
  const [preview, setPreview] = useState<Size>()
  const placed = { type, ...place, ...preview }
  const size = sizeOf(placed)
  const widget = { code, name, type, settings, ...place }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the handle inside does the same by keys
    <div
      className={classes.cell}
      style={placeOf(placed)}
      data-chosen={isChosen || undefined}
      data-dragged={isDragged || undefined}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault()
        props.onDrop()
      }}
    >
      <div className={classes.tools}>
        <ActionIcon
          {...icon}
          draggable
          aria-label={t.handle(name)}
          className={classes.handle}
          onDragStart={(event) => {
            event.dataTransfer.setData('text/plain', code)
            props.onLift()
          }}
          onKeyDown={(event) => onKey(event, size, props)}
        >
          <IconGripVertical size={15} />
        </ActionIcon>
        <ActionIcon {...icon} aria-label={t.settingsOf(name)} onClick={props.onChoose}>
          <IconSettings size={15} />
        </ActionIcon>
        <ActionIcon {...icon} aria-label={t.remove(name)} onClick={props.onRemove}>
          <IconX size={15} />
        </ActionIcon>
      </div>
      {content || draft.info?.files.some(({ path }) => path === file) ? (
        <Sample draft={draft} widget={widget} />
      ) : (
        <Text size="sm">{t.missing}</Text>
      )}
      <Corner
        label={t.resize(name)}
        size={size}
        onPreview={setPreview}
        onDone={(next) => {
          setPreview(undefined)
          props.onResize(next)
        }}
      />
    </div>
  )
}

const STEPS: [by: number, width: number, height: number][] = [
  [-1, -1, 0],
  [-1, 0, -1],
  [1, 1, 0],
  [1, 0, 1],
]

/** Arrows move a widget; with Shift they change its size. */
function onKey(event: KeyboardEvent, { width, height }: Size, props: WidgetCellProps): void {
  const resized = stepOf(event, ['widget', 'resize'], STEPS)
  const step = resized ?? stepOf(event, ['widget', 'move'], STEPS)
  if (!step) return
  event.preventDefault()
  const [by, wider, taller] = step
  const size = { width: clamp(width + wider, COLUMNS), height: clamp(height + taller, TALLEST) }
  if (resized) props.onResize(size)
  else props.onStep(by)
}

type CornerProps = {
  label: string
  size: Size
  onPreview: (size: Size) => void
  onDone: (size: Size) => void
}

/** The corner that is pulled; a grid cell is as wide as a twelfth of the grid. */
function Corner({ label, size, onPreview, onDone }: CornerProps) {
  const start = useRef<{ x: number; y: number; step: Size }>(undefined)
  const sizeAt = ({ clientX, clientY }: PointerEvent): Size => {
    const from = start.current
    if (!from) return size
    return {
      width: clamp(size.width + Math.round((clientX - from.x) / from.step.width), COLUMNS),
      height: clamp(size.height + Math.round((clientY - from.y) / from.step.height), TALLEST),
    }
  }
  const begin = (event: PointerEvent<HTMLSpanElement>) => {
    const cell = event.currentTarget.parentElement?.getBoundingClientRect()
    if (!cell) return
    event.currentTarget.setPointerCapture(event.pointerId)
    start.current = {
      x: event.clientX,
      y: event.clientY,
      step: { width: cell.width / size.width, height: cell.height / size.height },
    }
  }
  return (
    <span
      className={classes.corner}
      title={label}
      onPointerDown={begin}
      onPointerMove={(event) => start.current && onPreview(sizeAt(event))}
      onPointerUp={(event) => {
        const next = sizeAt(event)
        start.current = undefined
        onDone(next)
      }}
    >
      <IconArrowsDiagonal2 size={13} aria-hidden />
    </span>
  )
}
