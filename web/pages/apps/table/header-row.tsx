import { Checkbox, UnstyledButton } from '@mantine/core'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import type { DragEvent, KeyboardEvent, MouseEvent, PointerEvent } from 'react'
import type { Field } from '../../../fields/field.ts'
import { stepOf } from '../../../shortcuts/register.ts'
import { useTexts } from '../../../texts/index.ts'
import { isRight, isSortable } from './fields.ts'
import classes from './item-table.module.css'
import type { TableProps } from './item-table.tsx'
import { HEADER, ROW } from './roles.ts'
import type { Sort } from './view.ts'

const NARROWEST = 60
const STEP = 16

type HeaderProps = Pick<TableProps, 'columns' | 'sort' | 'onSort' | 'onColumns' | 'selection'> & {
  sizes: number[]
  onSize: (code: string, size: number) => void
  onSized: () => void
  shownIds: string[]
}

export function HeaderRow({ columns, sizes, selection, shownIds, ...props }: HeaderProps) {
  const t = useTexts()
  const isAll = shownIds.length > 0 && shownIds.every((id) => selection.ids.has(id))
  const move = (code: string, before: string) => {
    const codes = columns.map((field) => field.code).filter((each) => each !== code)
    props.onColumns(codes.toSpliced(codes.indexOf(before), 0, code))
  }
  return (
    <div {...ROW} {...{ 'aria-rowindex': 1 }} className={classes.header}>
      <div {...HEADER} className={classes.choose}>
        <Checkbox
          size="xs"
          checked={isAll}
          indeterminate={!isAll && selection.ids.size > 0}
          aria-label={t.apps.select.all}
          onChange={() => (isAll ? selection.clear() : selection.set(shownIds))}
        />
      </div>
      {columns.map((field, at) => (
        <Title key={field.code} field={field} size={sizes[at] ?? 0} onMove={move} {...props} />
      ))}
    </div>
  )
}

type TitleProps = Pick<HeaderProps, 'sort' | 'onSort' | 'onSize' | 'onSized'> & {
  field: Field
  size: number
  onMove: (code: string, before: string) => void
}

const COLUMN = 'text/x-column'

function Title({ field, size, sort, onSort, onMove, ...sizing }: TitleProps) {
  const { code } = field
  const sorted = sort.find((each) => each.field === code)
  const press = ({ shiftKey }: MouseEvent) => onSort(nextSort(sort, code, shiftKey))
  const drop = (event: DragEvent) => {
    const moved = event.dataTransfer.getData(COLUMN)
    if (moved && moved !== code) onMove(moved, code)
  }
  const allow = (event: DragEvent) =>
    event.dataTransfer.types.includes(COLUMN) && event.preventDefault()
  const dropping = { onDragOver: allow, onDrop: drop }
  return (
    <div
      {...HEADER}
      {...dropping}
      {...(sorted && { 'aria-sort': sorted.ascending ? 'ascending' : 'descending' })}
      className={classes.title}
      data-right={isRight(field) || undefined}
      data-name={code === '__name' || undefined}
    >
      <UnstyledButton
        className={classes.sort}
        draggable
        onDragStart={(event) => event.dataTransfer.setData(COLUMN, code)}
        disabled={!isSortable(field)}
        onClick={press}
      >
        <span className={classes.caption} title={field.view.name}>
          {field.view.name}
        </span>
        {sorted && (sorted.ascending ? <IconArrowUp size={13} /> : <IconArrowDown size={13} />)}
      </UnstyledButton>
      <Resizer field={field} size={size} {...sizing} />
    </div>
  )
}

/** Up, down, and as it was; with shift it is added to what is sorted already. */
function nextSort(sort: Sort[], field: string, isAdded: boolean): Sort[] {
  const now = sort.find((each) => each.field === field)
  const others = isAdded ? sort.filter((each) => each.field !== field) : []
  if (!now) return [...others, { field, ascending: true }]
  return now.ascending ? [...others, { field, ascending: false }] : others
}

type ResizerProps = Pick<TitleProps, 'field' | 'size' | 'onSize' | 'onSized'>

function Resizer({ field, size, onSize, onSized }: ResizerProps) {
  const t = useTexts()
  const resize = (to: number) => onSize(field.code, Math.max(NARROWEST, Math.round(to)))
  const grab = (event: PointerEvent<HTMLElement>) => {
    event.preventDefault()
    event.currentTarget.setPointerCapture(event.pointerId)
    event.currentTarget.dataset.from = String(event.clientX - size)
  }
  const drag = ({ currentTarget, clientX, pointerId }: PointerEvent<HTMLElement>) => {
    if (!currentTarget.hasPointerCapture(pointerId)) return
    resize(clientX - Number(currentTarget.dataset.from))
  }
  const press = (event: KeyboardEvent) => {
    const by = stepOf(event, ['table', 'resize'], [STEP, -STEP])
    if (by) resize(size + by)
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a rule that can be moved
    <div
      role="separator"
      tabIndex={0}
      aria-orientation="vertical"
      aria-label={t.apps.columns.resize(field.view.name)}
      aria-valuenow={size}
      aria-valuemin={NARROWEST}
      aria-valuemax={1000}
      className={classes.resizer}
      onPointerDown={grab}
      onPointerMove={drag}
      onPointerUp={onSized}
      onKeyDown={press}
      onKeyUp={onSized}
    />
  )
}
