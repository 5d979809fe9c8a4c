import { useEffect, useRef, useState } from 'react'
import { useChange } from '../../../api.ts'
import type { Field } from '../../../fields/field.ts'
import { useTexts } from '../../../texts/index.ts'
import type { App, Item } from '../table/fields.ts'
import { useViewTexts } from '../view-texts.ts'
import type { TimelineDates } from './app-timeline.tsx'
import { shifted } from './scale.ts'

/** By how many days the beginning and the end of an item are moved. */
export type Shift = { start: number; end: number }
export type Shifts = ReturnType<typeof useShifts>

const STILL: Shift = { start: 0, end: 0 }
/** So long a key may be pressed again before what was moved is stored. */
const REST = 500

/** Items that are being moved: they stand where they will be until the server has stored it. */
export function useShifts({ namespace, code }: App, { start, end }: TimelineDates) {
  const t = useViewTexts().timeline
  const { apps } = useTexts()
  const [shifts, setShifts] = useState<Record<string, Shift>>({})
  const [said, say] = useState('')
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const update = useChange('apps', 'updateItem', { changes: ['item'] })
  const of = ({ __id }: Item): Shift => shifts[__id] ?? STILL
  const set = ({ __id }: Item, shift: Shift) => setShifts((all) => ({ ...all, [__id]: shift }))
  const forget = ({ __id }: Item) => setShifts(({ [__id]: _, ...others }) => others)
  const store = async (item: Item, shift: Shift) => {
    const context: Record<string, unknown> = {
      ...movedTo(start, item, shift.start),
      ...movedTo(end, item, shift.end, item[start?.code ?? '']),
    }
    if (Object.keys(context).length === 0) return forget(item)
    const params = { namespace, code, id: item.__id }
    const [from, to] = [start, end].map((field) => dayText(context[field?.code ?? ''], item, field))
    const name = String(item.__name ?? '') || apps.unnamed
    // A refusal is told by a notice; the bar goes back.
    await update.mutateAsync({ params, input: { context } }).then(
      () => say(t.moved(name, from ?? '', to ?? from ?? '')),
      () => undefined,
    )
    forget(item)
  }
  return {
    said,
    of,
    set,
    forget,
    store: (item: Item, shift: Shift) => void store(item, shift),
    /** Stores it as soon as no key is pressed any more. */
    storeLater: (item: Item, shift: Shift) => {
      set(item, shift)
      clearTimeout(timer.current)
      timer.current = setTimeout(() => void store(item, shift), REST)
    },
  }
}

/** What a date becomes; an end that there is not begins where the item begins. */
function movedTo(field: Field | undefined, item: Item, by: number, otherwise?: unknown): object {
  if (!field || by === 0) return {}
  const at = item[field.code] ?? otherwise
  return typeof at === 'string' ? { [field.code]: shifted(at, by) } : {}
}

const dayText = (value: unknown, item: Item, field: Field | undefined): string | undefined => {
  const at = value ?? (field && item[field.code])
  return typeof at === 'string' ? at.slice(0, 10) : undefined
}
