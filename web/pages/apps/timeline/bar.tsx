import { type CSSProperties, type KeyboardEvent, type PointerEvent, useRef } from 'react'
import { Link } from 'react-router'
import { toDay } from '../../../days.ts'
import type { Field } from '../../../fields/field.ts'
import { links } from '../../../links.ts'
import { stepOf } from '../../../shortcuts/register.ts'
import { useLanguage } from '../../../texts/index.ts'
import { later } from '../calendar/days.ts'
import type { Item } from '../table/fields.ts'
import { useViewTexts } from '../view-texts.ts'
import type { RowsProps } from './rows.tsx'
import { barOf } from './scale.ts'
import classes from './timeline.module.css'
import type { Shift } from './use-shifts.ts'

type BarProps = Pick<RowsProps, 'app' | 'scale' | 'dates' | 'shifts' | 'hueOf' | 'movable'> & {
  item: Item
  name: string
}
type Part = 'all' | 'end'
type Drag = { from: number; part: Part; days: number }

/** A link that can be dragged to another time; at its end it is made longer. */
export function Bar({ item, name, app, scale, dates, shifts, hueOf, movable }: BarProps) {
  const t = useViewTexts().timeline
  const language = useLanguage()
  const drag = useRef<Drag>(undefined)
  const isMoved = useRef(false)
  const { start, end } = dates
  const from = dayOf(start, item)
  if (from === undefined) return null
  const shift = shifts.of(item)
  const to = dayOf(end, item) ?? from
  const [first, last] = [later(from, shift.start), later(to, shift.end)]
  const { at, days } = barOf(scale, first, last)
  const hue = hueOf(item)
  const isFixed = movable === 'nothing'
  const shiftBy = (part: Part, by: number): Shift => ({
    start: shift.start + (part === 'all' ? by : 0),
    // Nothing ends before it begins.
    end: Math.max(shift.end + by, part === 'all' ? shift.end + by : shift.start - length(from, to)),
  })
  const take = (part: Part) => (event: PointerEvent<HTMLElement>) => {
    if (movable === 'nothing' || (part === 'all' && movable === 'end') || event.button !== 0) return
    event.stopPropagation()
    event.currentTarget.setPointerCapture(event.pointerId)
    drag.current = { from: event.clientX, part, days: 0 }
    isMoved.current = false
  }
  const pull = ({ clientX }: PointerEvent<HTMLElement>) => {
    const held = drag.current
    if (!held) return
    const by = Math.round((clientX - held.from) / scale.dayWidth)
    if (Math.abs(clientX - held.from) > 3) isMoved.current = true
    if (by === held.days) return
    shifts.set(item, shiftBy(held.part, by - held.days))
    held.days = by
  }
  const leave = () => {
    if (!drag.current) return
    drag.current = undefined
    shifts.store(item, shifts.of(item))
  }
  const drop = () => {
    drag.current = undefined
    shifts.forget(item)
  }
  const press = (event: KeyboardEvent) => {
    const longer = stepOf(event, ['timeline', 'extend'], [1, -1])
    const by = longer ?? stepOf(event, ['timeline', 'move'], [1, -1])
    if (by === undefined || isFixed || (longer && !end)) return
    event.preventDefault()
    shifts.storeLater(item, shiftBy(longer || movable === 'end' ? 'end' : 'all', by))
  }
  const day = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone: 'UTC' })
  const text = (each: string) => day.format(new Date(`${each}T00:00:00Z`))
  const handlers = { onPointerMove: pull, onPointerUp: leave, onPointerCancel: drop }
  return (
    <div
      className={classes.place}
      style={{ '--at': at, '--span': days, '--hue': colour(hue) } as CSSProperties}
    >
      <Link
        to={links.item(app.namespace, app.code, item.__id)}
        className={classes.item}
        aria-label={t.bar(name, text(first), text(last))}
        title={isFixed ? name : `${t.bar(name, text(first), text(last))}\n${t.hint}`}
        draggable={false}
        data-fixed={movable !== 'all' || undefined}
        onKeyDown={press}
        onPointerDown={take('all')}
        {...handlers}
        onClick={(event) => isMoved.current && event.preventDefault()}
      />
      {!isFixed && end && (
        <span className={classes.handle} onPointerDown={take('end')} {...handlers} aria-hidden />
      )}
    </div>
  )
}

const colour = (hue: string | undefined): string =>
  hue ? `var(--mantine-color-${hue}-5)` : 'var(--mantine-primary-color-filled)'

const length = (from: string, to: string): number =>
  Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000)

/** A day is the same everywhere; a moment is on the day that the reader's clock has then. */
function dayOf(field: Field | undefined, item: Item): string | undefined {
  const at = field && item[field.code]
  if (!field || typeof at !== 'string') return undefined
  return field.data.kind === 'date' ? at.slice(0, 10) : toDay(at)
}
