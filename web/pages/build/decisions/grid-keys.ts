import type { KeyboardEvent } from 'react'
import { isShortcut, stepOf } from '../../../shortcuts/register.ts'

/** Up and down go to the same column of another row; what else a key does is for the caller. */
export function moveInGrid(
  { nativeEvent: event, target, currentTarget }: KeyboardEvent<HTMLElement>,
  addBelow?: (row: number) => void,
) {
  if (!(target instanceof HTMLTextAreaElement) || target.dataset.row === undefined) return
  const row = Number(target.dataset.row)
  const { column } = target.dataset
  const step = stepOf(event, ['rules', 'move'], [-1, 1])
  if (addBelow && isShortcut(event, 'rules', 'add')) {
    event.preventDefault()
    target.blur()
    addBelow(row)
    requestAnimationFrame(() => focus(currentTarget, row + 1, column))
  } else if (isShortcut(event, 'rules', 'next')) {
    event.preventDefault()
    focus(currentTarget, row + 1, column)
  } else if (step !== undefined && !hasLine(target, step)) {
    event.preventDefault()
    focus(currentTarget, row + step, column)
  }
}

/** Whether there is a line above or below in the cell itself. */
function hasLine({ value, selectionStart, selectionEnd }: HTMLTextAreaElement, step: number) {
  return (step < 0 ? value.slice(0, selectionStart) : value.slice(selectionEnd)).includes('\n')
}

/** Its text is selected: what is typed takes its place. */
function focus(grid: HTMLElement, row: number, column: string | undefined): void {
  const found = `[data-row="${row}"][data-column="${column}"]`
  const input = grid.querySelector<HTMLTextAreaElement>(found)
  input?.focus()
  input?.select()
}
