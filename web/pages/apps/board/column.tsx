import { Draggable, type DraggableProvidedDragHandleProps, Droppable } from '@hello-pangea/dnd'
import { Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { LoadMore } from '../../../components/load-more.tsx'
import { Failure } from '../../../components/states.tsx'
import { useDates } from '../../../components/when.tsx'
import type { Field } from '../../../fields/field.ts'
import { FieldValue } from '../../../fields/registry.tsx'
import { StatusTag, statusesOf } from '../../../fields/status.tsx'
import { links } from '../../../links.ts'
import { useTexts } from '../../../texts/index.ts'
import { hueOfValue } from '../colour.ts'
import type { Hindrance } from '../moves.ts'
import type { App, Item } from '../table/fields.ts'
import type { ListAsked } from '../table/rows.ts'
import classes from './board.module.css'
import { useColumn } from './use-column.ts'

type ColumnProps = {
  status: { id: number; code: string; name: string }
  statuses: Field | undefined
  asked: ListAsked
  app: App
  fields: Field[]
  colourBy: Field | undefined
  /** The reader may not move cards. */
  isFixed: boolean
  sum?: ReactNode
  /** What the card in hand meets here. */
  hindrance: Hindrance
}

export function Column(props: ColumnProps) {
  const { status, statuses, asked, app, fields, colourBy, isFixed, sum } = props
  const { refusal, hint } = props.hindrance
  const t = useTexts()
  const dates = useDates()
  const column = useColumn(asked, status.code)
  return (
    <section
      className={classes.column}
      aria-label={status.name}
      data-refused={refusal !== undefined || undefined}
    >
      <h2 className={classes.head}>
        <StatusTag statuses={statusesOf(statuses)} id={status.id} />
        <Text component="span" size="xs" c="var(--quiet)">
          {column.total === undefined ? null : dates.number(column.total)}
          {sum && <> · {sum}</>}
        </Text>
      </h2>
      {(refusal ?? hint) && (
        <Text size="xs" px="sm" pb="xs" role="note">
          {refusal ?? hint}
        </Text>
      )}
      {column.error && !column.data ? (
        <Failure error={column.error} again={column.refetch} />
      ) : (
        <Droppable droppableId={status.code} isDropDisabled={refusal !== undefined}>
          {({ innerRef, droppableProps, placeholder }, { isDraggingOver }) => (
            <div
              ref={innerRef}
              {...droppableProps}
              className={classes.cards}
              data-over={isDraggingOver || undefined}
            >
              {column.rows.map((item, at) => (
                <Card
                  key={item.__id}
                  item={item}
                  at={at}
                  app={app}
                  fields={fields}
                  hue={colourBy && hueOfValue(colourBy, item[colourBy.code])}
                  isFixed={isFixed}
                />
              ))}
              {placeholder}
              <LoadMore {...column} />
              {column.total === 0 && !isDraggingOver && (
                <Text size="xs" c="var(--quiet)" ta="center" py="md">
                  {t.apps.board.empty}
                </Text>
              )}
            </div>
          )}
        </Droppable>
      )}
    </section>
  )
}

type CardProps = {
  item: Item
  at: number
  app: App
  fields: Field[]
  hue: string | undefined
  isFixed: boolean
}

/** The whole card is a link: enter opens it, space takes it up. */
function Card({ item, at, app, fields, hue, isFixed }: CardProps) {
  const t = useTexts()
  const filled = fields.filter(({ code }) => !isNothing(item[code]))
  return (
    <Draggable draggableId={item.__id} index={at} isDragDisabled={isFixed}>
      {({ innerRef, draggableProps, dragHandleProps }, { isDragging }) => (
        <Link
          ref={innerRef}
          to={links.item(app.namespace, app.code, item.__id)}
          {...draggableProps}
          {...asLink(dragHandleProps)}
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
          <span className={classes.name}>{String(item.__name ?? '') || t.apps.unnamed}</span>
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
      )}
    </Draggable>
  )
}

/** It stays a link for those who hear the page. */
const asLink = (handle: DraggableProvidedDragHandleProps | null) =>
  handle && { ...handle, role: undefined }

const isNothing = (value: unknown): boolean =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && !value.length)

/** A link holds no other link: items are named only. */
function CardValue({ field, value }: { field: Field; value: unknown }) {
  if (field.type !== 'SYS_COLLECTION') return <FieldValue field={field} value={value} isShort />
  return (value as { __name?: string }[]).map(({ __name }) => __name).join(', ')
}
