import {
  type KeyboardEvent,
  lazy,
  type MouseEvent,
  type RefObject,
  Suspense,
  useState,
} from 'react'
import type { Field } from '../../../fields/field.ts'
import { stepOf } from '../../../shortcuts/register.ts'
import type { App } from '../item/app.ts'
import { isEditable } from './editable.ts'
import classes from './inline.module.css'
import type { Settled } from './value-editor.tsx'

const ValueEditor = lazy(async () => ({
  default: (await import('./value-editor.tsx')).ValueEditor,
}))

type Cell = { row: number; code: string }
type Edited = Cell & { id: string; top: number; left: number; width: number }

type Options = {
  app: App
  columns: Field[]
  rowAt: (index: number) => { __id: string } | undefined
  table: RefObject<HTMLElement | null>
  isOn: boolean
}

const NARROWEST = 220

/** What marks a cell that can be changed where it is; the row of it has `data-row`. */
export const cellMarks = (app: App, field: Field, isOn: boolean) =>
  isOn && isEditable(app, field) ? { 'data-code': field.code, tabIndex: -1 } : {}

const cellOf = (target: EventTarget): Cell | undefined => {
  const cell = (target as HTMLElement).closest<HTMLElement>('[data-code]')
  const row = cell?.closest<HTMLElement>('[data-row]')?.dataset.row
  return cell?.dataset.code && row !== undefined
    ? { row: Number(row), code: cell.dataset.code }
    : undefined
}

/** Changes values in the cells of a table: double click, Enter or F2; the arrows go from cell to cell. */
export function useCellEditing({ app, columns, rowAt, table, isOn }: Options) {
  const [edited, setEdited] = useState<Edited>()
  const codes = columns.filter((field) => isOn && isEditable(app, field)).map(({ code }) => code)
  const elementOf = ({ row, code }: Cell) =>
    table.current?.querySelector<HTMLElement>(`[data-row="${row}"] [data-code="${code}"]`)
  const focus = (cell: Cell) => {
    const element = elementOf(cell)
    ;(element?.querySelector<HTMLElement>('[data-open]') ?? element)?.focus()
  }
  const edit = (cell: Cell) => {
    const element = elementOf(cell)
    const id = rowAt(cell.row)?.__id
    const around = element?.closest('[data-row]')?.parentElement?.getBoundingClientRect()
    if (!element || !around || id === undefined) return
    const at = element.getBoundingClientRect()
    const place = { top: at.top - around.top, left: at.left - around.left, width: at.width }
    setEdited({ ...cell, id, ...place })
  }
  const close = ({ row, code }: Cell, to: Settled) => {
    const step = { stay: 0, next: 1, before: -1 }[to]
    const next = codes[codes.indexOf(code) + step]
    setEdited(undefined)
    requestAnimationFrame(() => {
      focus({ row, code: next ?? code })
      if (step !== 0 && next) edit({ row, code: next })
    })
  }
  const press = (event: KeyboardEvent) => {
    const target = event.target as HTMLElement
    const cell = cellOf(target)
    const row = target.closest<HTMLElement>('[data-row]')?.dataset.row
    if (codes.length === 0 || row === undefined || event.defaultPrevented) return
    const isLink = target.matches('a, button, input')
    const way = stepOf(event, ['table', 'edit'], ['always', 'cell'] as const)
    if (cell && (way === 'always' || (way === 'cell' && !isLink))) {
      event.preventDefault()
      edit(cell)
    }
    const step = stepOf(event, ['table', 'cell'], [1, -1])
    if (step === undefined) return
    const shown = ['__name', ...codes.filter((code) => code !== '__name')]
    const next = shown[shown.indexOf(cell?.code ?? '__name') + step]
    if (next === undefined) return
    event.preventDefault()
    if (next === '__name') {
      table.current?.querySelector<HTMLElement>(`[data-row="${row}"] [data-open]`)?.focus()
    } else focus({ row: Number(row), code: next })
  }
  return {
    press,
    mouse: {
      onDoubleClick: (event: MouseEvent) => {
        const cell = cellOf(event.target)
        if (cell) edit(cell)
      },
    },
    /** Stands over the cell; belongs beside the rows. */
    editor: edited && (
      <div
        className={classes.over}
        style={{
          top: edited.top,
          left: edited.left,
          width: Math.max(edited.width, NARROWEST),
        }}
      >
        <Suspense>
          <ValueEditor
            key={`${edited.id} ${edited.code}`}
            app={app}
            address={{ namespace: app.namespace, code: app.code, id: edited.id }}
            code={edited.code}
            onClose={(to) => close(edited, to)}
          />
        </Suspense>
      </div>
    ),
  }
}
