import { useVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react'
import { Failure, Loading } from '../../../components/states.tsx'
import type { Field } from '../../../fields/field.ts'
import { stepOf } from '../../../shortcuts/register.ts'
import { useTexts } from '../../../texts/index.ts'
import { useCellEditing } from '../inline/cell-editing.tsx'
import { type App, type Item, widthOf } from './fields.ts'
import { GroupRow } from './group-row.tsx'
import { HeaderRow } from './header-row.tsx'
import classes from './item-table.module.css'
import { type Line, linesOf, type TableGroup } from './lines.ts'
import { BODY, GRID } from './roles.ts'
import { Row } from './row.tsx'
import type { useRows } from './rows.ts'
import type { Summary } from './summaries.ts'
import { SummaryRow } from './summary-row.tsx'
import type { Selection } from './use-selection.ts'
import type { Sort } from './view.ts'

/** Browsers stop counting pixels beyond this many rows. */
const MOST_ROWS = 400_000
const ROW = 36

export type TableProps = {
  app: App
  columns: Field[]
  widths: Record<string, number>
  onWidths: (widths: Record<string, number>) => void
  onColumns: (codes: string[]) => void
  sort: Sort[]
  onSort: (sort: Sort[]) => void
  rows: ReturnType<typeof useRows>
  /** What is found and how it is sorted: when it changes, the list begins anew. */
  order: string
  selection: Selection
  /** Whether cells are changed right where they are. */
  canEdit: boolean
  hueOf: (item: Item) => string | undefined
  /** The rows by the value of a field; absent = all in one. */
  groups?: TableGroups | undefined
  /** Of all rows, those of closed groups as well. */
  all: number | undefined
  summaries: Record<string, Summary>
  onSummaries: (summaries: Record<string, Summary>) => void
  /** What they are, by column. */
  computed: Record<string, unknown>
}

export type TableGroups = {
  field: Field
  all: TableGroup[]
  closed: ReadonlySet<string>
  onOpen: (word: string, isOpen: boolean) => void
}

export function ItemTable(props: TableProps) {
  const { rows, columns, selection } = props
  const t = useTexts()
  const scroller = useRef<HTMLDivElement>(null)
  const [active, setActive] = useState(0)
  const [widths, setWidths] = useState(props.widths)
  const total = Math.min(useLast(rows.total) ?? 0, MOST_ROWS)
  const { groups } = props
  const lines = useMemo(() => groups && linesOf(groups.all, groups.closed), [groups])
  const lineAt = (at: number): Line | undefined => (lines ? lines.lineAt(at) : { row: at })
  const virtual = useVirtualizer({
    count: lines?.count ?? total,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW,
    overscan: 12,
    scrollPaddingStart: ROW,
  })
  const { startIndex = 0, endIndex = 0 } = virtual.range ?? {}
  const { show } = rows
  const shown = virtual.getVirtualItems().flatMap(({ index }) => {
    const line = lineAt(index)
    return line && 'row' in line ? [line.row] : []
  })
  const [from, to] = lines ? [shown[0] ?? 0, shown.at(-1) ?? 0] : [startIndex, endIndex]
  useEffect(() => show([from, to]), [show, from, to])
  const { order } = props
  // biome-ignore lint/correctness/useExhaustiveDependencies: another order is another list
  useEffect(() => {
    setActive(0)
    scroller.current?.scrollTo({ top: 0 })
  }, [order])
  const editing = useCellEditing({
    app: props.app,
    columns,
    rowAt: rows.rowAt,
    table: scroller,
    isOn: props.canEdit,
  })
  const move = (event: KeyboardEvent) => {
    editing.press(event)
    const { to, isExtending } = targetOf(event, active, total)
    if (to === undefined) return
    event.preventDefault()
    if (isExtending) selection.extend(to)
    setActive(to)
    virtual.scrollToIndex(lines ? lines.lineOf(to) : to)
    const code = (event.target as HTMLElement).closest<HTMLElement>('[data-code]')?.dataset.code
    requestAnimationFrame(() => focusRow(scroller.current, to, code))
  }
  if (rows.error && rows.total === undefined) {
    return <Failure error={rows.error} again={rows.refetch} />
  }
  if (props.all === undefined && total === 0) return <Loading />
  const all = props.all ?? total
  const sizes = columns.map((field) => widths[field.code] ?? widthOf(field))
  const template = ['36px', ...sizes.map((size) => `${size}px`), '1fr'].join(' ')
  const width = sizes.reduce((sum, size) => sum + size, 36)
  return (
    <div className={classes.scroller} ref={scroller}>
      <div
        {...GRID}
        className={classes.grid}
        style={{ '--columns': template, minWidth: width } as object}
        {...{
          'aria-label': props.app.name,
          'aria-rowcount': all + 2,
          onKeyDown: move,
          ...editing.mouse,
        }}
      >
        <HeaderRow
          {...props}
          sizes={sizes}
          onSize={(code, size) => setWidths({ ...widths, [code]: size })}
          onSized={() => props.onWidths(widths)}
          shownIds={shown.flatMap((index) => rows.rowAt(index)?.__id ?? [])}
        />
        <div {...BODY} style={{ height: virtual.getTotalSize() }} className={classes.body}>
          {virtual.getVirtualItems().map(({ index: at, start }) => {
            const line = lineAt(at)
            if (!line) return null
            if ('group' in line && groups) {
              return (
                <GroupRow
                  key={`group ${line.group.word}`}
                  {...line}
                  field={groups.field}
                  columns={columns}
                  summaries={props.summaries}
                  start={start}
                  index={at + 2}
                  isOpen={!groups.closed.has(line.group.word)}
                  onOpen={(isOpen) => groups.onOpen(line.group.word, isOpen)}
                />
              )
            }
            if (!('row' in line)) return null
            const item = rows.rowAt(line.row)
            return (
              <Row
                key={at}
                index={line.row}
                start={start}
                item={item}
                hue={item && props.hueOf(item)}
                app={props.app}
                columns={columns}
                isActive={line.row === Math.min(active, total - 1)}
                isChosen={selection.ids.has(item?.__id ?? '')}
                selection={selection}
                canEdit={props.canEdit}
                onFocus={setActive}
              />
            )
          })}
          {editing.editor}
        </div>
        <SummaryRow
          columns={columns}
          total={all}
          index={(lines?.count ?? total) + 2}
          chosen={props.summaries}
          values={props.computed}
          onChange={props.onSummaries}
        />
      </div>
      <span className={classes.hidden} aria-live="polite">
        {t.frame.count.items(all)}
      </span>
    </div>
  )
}

/** The last one that was known, while the next is on its way. */
function useLast<T>(value: T | undefined): T | undefined {
  const last = useRef(value)
  if (value !== undefined) last.current = value
  return last.current
}

const PAGE = 15

/** Where the keys lead from a row. */
function targetOf(event: KeyboardEvent, active: number, total: number) {
  const isInRow = (event.target as HTMLElement).closest('[data-row]') !== null
  if (!isInRow) return {}
  const targets = [active + 1, active - 1, active + PAGE, active - PAGE, 0, total - 1]
  const further = stepOf(event, ['table', 'extendTo'], targets)
  const to = further ?? stepOf(event, ['table', 'move'], targets)
  if (to === undefined) return {}
  return { to: Math.max(0, Math.min(total - 1, to)), isExtending: further !== undefined }
}

function focusRow(scroller: HTMLElement | null, index: number, code = '__name'): void {
  const row = scroller?.querySelector<HTMLElement>(`[data-row="${index}"]`)
  const name = row?.querySelector<HTMLElement>('[data-open]')
  const cell = code === '__name' ? null : row?.querySelector<HTMLElement>(`[data-code="${code}"]`)
  ;(cell ?? name)?.focus({ preventScroll: true })
}
