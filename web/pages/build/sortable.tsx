import { DragDropContext, Draggable, Droppable } from '@hello-pangea/dnd'
import { ActionIcon, VisuallyHidden } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconGripVertical } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './sortable.module.css'
import { useBuildTexts } from './texts.ts'

type SortableProps<Item> = {
  label: string
  items: readonly Item[]
  keyOf: (item: Item) => string
  nameOf: (item: Item) => string
  onMove: (from: number, to: number) => void
  /** Before something is lifted: what is unfolded would be in the way. */
  onLift?: () => void
  /** Inside of something that can be dragged itself, arrows move the items. */
  isNested?: boolean
  children: (item: Item, index: number) => ReactNode
}

/** A list whose order is changed by dragging, or by the keyboard: space, arrows, space. */
export function Sortable<Item>(props: SortableProps<Item>) {
  const t = useBuildTexts().app.sort
  const { label, items, keyOf, nameOf, onMove, onLift, children } = props
  if (props.isNested) return <WithArrows {...props} />
  return (
    <DragDropContext
      onBeforeCapture={onLift}
      onDragEnd={({ source, destination }) =>
        destination && destination.index !== source.index && onMove(source.index, destination.index)
      }
      dragHandleUsageInstructions={t.instructions}
    >
      <Droppable droppableId={label}>
        {(list) => (
          <ul
            className={classes.list}
            aria-label={label}
            ref={list.innerRef}
            {...list.droppableProps}
          >
            {items.map((item, index) => (
              <Draggable key={keyOf(item)} draggableId={keyOf(item)} index={index}>
                {(drag, { isDragging }) => (
                  <li
                    className={classes.item}
                    data-dragged={isDragging || undefined}
                    ref={drag.innerRef}
                    {...drag.draggableProps}
                  >
                    <span className={classes.handle} {...drag.dragHandleProps}>
                      <VisuallyHidden>{t.move(nameOf(item))}</VisuallyHidden>
                      <IconGripVertical size={15} stroke={1.6} aria-hidden />
                    </span>
                    <div className={classes.content}>{children(item, index)}</div>
                  </li>
                )}
              </Draggable>
            ))}
            {list.placeholder}
          </ul>
        )}
      </Droppable>
    </DragDropContext>
  )
}

const arrow = { variant: 'subtle', color: 'gray', size: 'sm' } as const

function WithArrows<Item>({ label, items, keyOf, nameOf, onMove, children }: SortableProps<Item>) {
  const t = useBuildTexts().app.sort
  return (
    <ul className={classes.list} aria-label={label}>
      {items.map((item, index) => (
        <li key={keyOf(item)} className={classes.item} data-nested>
          <div className={classes.content}>{children(item, index)}</div>
          <ActionIcon
            {...arrow}
            aria-label={t.earlier(nameOf(item))}
            disabled={index === 0}
            onClick={() => onMove(index, index - 1)}
          >
            <IconArrowUp size={14} />
          </ActionIcon>
          <ActionIcon
            {...arrow}
            aria-label={t.later(nameOf(item))}
            disabled={index === items.length - 1}
            onClick={() => onMove(index, index + 1)}
          >
            <IconArrowDown size={14} />
          </ActionIcon>
        </li>
      ))}
    </ul>
  )
}
