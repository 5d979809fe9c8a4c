import { Checkbox, Skeleton } from '@mantine/core'
import { type CSSProperties, type KeyboardEvent, type MouseEvent, useRef } from 'react'
import { Link, useNavigate } from 'react-router'
import type { Field } from '../../../fields/field.ts'
import { FieldValue } from '../../../fields/registry.tsx'
import { links } from '../../../links.ts'
import { isShortcut } from '../../../shortcuts/register.ts'
import { useTexts } from '../../../texts/index.ts'
import { cellMarks } from '../inline/cell-editing.tsx'
import { type App, type Item, isRight } from './fields.ts'
import classes from './item-table.module.css'
import { CELL, ROW } from './roles.ts'
import type { Selection } from './use-selection.ts'

type RowProps = {
  index: number
  start: number
  item: Item | undefined
  /** The colour that a rule gives it. */
  hue: string | undefined
  app: App
  columns: Field[]
  isActive: boolean
  isChosen: boolean
  selection: Selection
  canEdit: boolean
  onFocus: (index: number) => void
}

export function Row({ index, start, item, hue, columns, isChosen, ...rest }: RowProps) {
  const shared = {
    ...ROW,
    'data-row': index,
    'aria-rowindex': index + 2,
    className: classes.row,
    style: {
      transform: `translateY(${start}px)`,
      ...(hue && { '--row-hue': `var(--mantine-color-${hue}-5)` }),
    } as CSSProperties,
    'data-coloured': hue !== undefined || undefined,
  }
  if (!item) {
    return (
      <div {...shared}>
        <div {...CELL} className={classes.waiting}>
          <Skeleton height={10} width={160 + ((index * 37) % 90)} animate={false} />
        </div>
      </div>
    )
  }
  return (
    <Filled
      {...rest}
      shared={shared}
      item={item}
      columns={columns}
      isChosen={isChosen}
      index={index}
    />
  )
}

/** Milliseconds between the clicks of a double click. */
const TWO_CLICKS = 250

type FilledProps = Omit<RowProps, 'start' | 'item' | 'hue'> & { item: Item; shared: object }

function Filled({ shared, item, index, app, columns, selection, ...rest }: FilledProps) {
  const t = useTexts()
  const navigate = useNavigate()
  const { isActive, isChosen, canEdit, onFocus } = rest
  const opening = useRef<ReturnType<typeof setTimeout>>(undefined)
  const to = links.item(app.namespace, app.code, item.__id)
  const name = String(item.__name ?? '') || t.apps.unnamed
  const choose = (isRange: boolean) =>
    isRange ? selection.extend(index) : selection.toggle(item.__id, index)
  const open = (event: MouseEvent<HTMLElement>) => {
    const isOwn = (event.target as HTMLElement).closest('a, button, input, label, [data-choose]')
    if (isOwn || event.defaultPrevented || getSelection()?.type === 'Range') return
    clearTimeout(opening.current)
    if (event.metaKey || event.ctrlKey) window.open(to, '_blank', 'noopener')
    else if (!(event.target as HTMLElement).closest('[data-code]')) void navigate(to)
    // The second click of two changes the value instead.
    else if (event.detail < 2) opening.current = setTimeout(() => void navigate(to), TWO_CLICKS)
  }
  const press = (event: KeyboardEvent) => {
    const isExtending = isShortcut(event, 'table', 'extend')
    if (!isExtending && !isShortcut(event, 'table', 'select')) return
    if (!(event.target as HTMLElement).matches('[data-open]')) return
    event.preventDefault()
    choose(isExtending)
  }
  return (
    <div {...shared} {...{ 'aria-selected': isChosen, onClick: open, onKeyDown: press }}>
      <div {...CELL} className={classes.choose} data-choose>
        <Checkbox
          size="xs"
          tabIndex={-1}
          checked={isChosen}
          aria-label={t.apps.select.row(name)}
          onChange={({ nativeEvent }) => choose((nativeEvent as unknown as PointerEvent).shiftKey)}
        />
      </div>
      {columns.map((field) => (
        <div
          key={field.code}
          {...CELL}
          {...cellMarks(app, field, canEdit)}
          className={classes.cell}
          data-right={isRight(field) || undefined}
          data-name={field.code === '__name' || undefined}
        >
          {field.code === '__name' ? (
            <Link
              to={to}
              data-open
              tabIndex={isActive ? 0 : -1}
              className={classes.name}
              onFocus={() => onFocus(index)}
            >
              {name}
            </Link>
          ) : (
            <FieldValue field={field} value={item[field.code]} isShort />
          )}
        </div>
      ))}
    </div>
  )
}
