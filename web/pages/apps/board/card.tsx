import { Draggable, type DraggableProvidedDragHandleProps } from '@hello-pangea/dnd'
import { type RefObject, useEffect, useRef } from 'react'
import { Link } from 'react-router'
import type { Field } from '../../../fields/field.ts'
import { isEmpty } from '../../../fields/parts.tsx'
import { links } from '../../../links.ts'
import { useTexts } from '../../../texts/index.ts'
import type { App, Item } from '../table/fields.ts'
import classes from './board.module.css'
import { CardMenu } from './card-menu.tsx'
import { CardValue } from './card-value.tsx'
import type { BoardColumn } from './columns.tsx'
import type { Cell } from './parts.ts'

export type CardProps = {
  item: Item
  at: number
  cell: Cell
  app: App
  /** The field that makes the columns. */
  by: Field | undefined
  columns: BoardColumn[]
  fields: Field[]
  hueOf: (item: Item) => string | undefined
  /** The reader may not move cards. */
  isFixed: boolean
  /** The card that was moved last: the keyboard stays on it wherever it goes. */
  focused: RefObject<string | undefined>
  onMove: (id: string, from: Cell, to: BoardColumn, asks: Field[] | undefined) => void
}

/** A link with a menu: enter opens it, space takes it up. */
export function Card(props: CardProps) {
  const { item, at, app, fields, hueOf, isFixed, focused } = props
  const t = useTexts()
  const link = useRef<HTMLAnchorElement>(null)
  useEffect(() => {
    if (focused.current !== item.__id) return
    focused.current = undefined
    link.current?.focus({ preventScroll: false })
  }, [focused, item.__id])
  const name = String(item.__name ?? '') || t.apps.unnamed
  const hue = hueOf(item)
  const filled = fields.filter(({ code }) => !isEmpty(item[code]))
  return (
    <Draggable draggableId={item.__id} index={at} isDragDisabled={isFixed}>
      {({ innerRef, draggableProps, dragHandleProps }, { isDragging }) => (
        <div
          ref={innerRef}
          {...draggableProps}
          className={classes.card}
          data-dragging={isDragging || undefined}
        >
          {hue && (
            <span
              className={classes.colour}
              style={{ background: `var(--mantine-color-${hue}-5)` }}
              aria-hidden
            />
          )}
          <Link
            ref={link}
            to={links.item(app.namespace, app.code, item.__id)}
            {...asLink(dragHandleProps)}
            className={classes.open}
          >
            <span className={classes.name}>{name}</span>
            {filled.length > 0 && (
              <span className={classes.fields}>
                {filled.map((field) => (
                  <span key={field.code} className={classes.field} title={field.view.name}>
                    <CardValue field={field} value={item[field.code]} />
                  </span>
                ))}
              </span>
            )}
          </Link>
          {!isFixed && <CardMenu {...props} name={name} />}
        </div>
      )}
    </Draggable>
  )
}

/** It stays a link for those who hear the page. */
const asLink = (handle: DraggableProvidedDragHandleProps | null) =>
  handle && { ...handle, role: undefined }
