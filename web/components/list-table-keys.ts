import type { KeyboardEvent } from 'react'
import { stepOf } from '../shortcuts/register.ts'

/** What the keyboard can reach in a row, but for what needs the arrow keys itself. */
const REACHABLE =
  'a[href], button:not(:disabled, [aria-haspopup]), input[type=checkbox]:not(:disabled)'

/** Up and down go to the same place in the next row. */
export function moveFocus(event: KeyboardEvent<HTMLTableElement>): void {
  const step = stepOf(event, ['lists', 'move'], [1, -1])
  const target = event.target as HTMLElement
  if (!step || event.defaultPrevented || !target.matches(REACHABLE)) return
  const row = target.closest('tr')
  const rows = Array.from(event.currentTarget.querySelectorAll('tr')).filter(isReachable)
  const next = row && rows[rows.indexOf(row) + step]
  if (!row || !next) return
  event.preventDefault()
  const column = reachableIn(row).indexOf(target)
  const reachable = reachableIn(next)
  reachable[Math.min(column, reachable.length - 1)]?.focus()
}

const reachableIn = (row: HTMLElement) => Array.from(row.querySelectorAll<HTMLElement>(REACHABLE))
const isReachable = (row: HTMLElement) => reachableIn(row).length > 0
