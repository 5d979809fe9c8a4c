import { useCallback, useEffect, useState } from 'react'
import { toggled } from '../../components/selection.tsx'
import { readPlace, savePlace } from './place.ts'

/** The tasks that are selected, and where a range would begin. */
export function useSelection(address: string, ids: readonly string[]) {
  const [selected, setSelected] = useState<ReadonlySet<string>>(
    () => new Set(readPlace(address).selected),
  )
  const [anchor, setAnchor] = useState<string>()
  useEffect(() => savePlace(address, { selected: [...selected] }), [address, selected])
  const toggle = useCallback((id: string) => {
    setAnchor(id)
    setSelected((known) => toggled(known, id))
  }, [])
  /** Everything between where the range began and here, besides what is selected. */
  const extend = useCallback(
    (id: string, from = anchor) => {
      const [one, other] = [ids.indexOf(from ?? id), ids.indexOf(id)]
      if (other < 0) return
      const begin = one < 0 ? other : one
      const range = ids.slice(Math.min(begin, other), Math.max(begin, other) + 1)
      if (from === undefined || one < 0) setAnchor(id)
      else setAnchor(from)
      setSelected((known) => new Set([...known, ...range]))
    },
    [ids, anchor],
  )
  const set = useCallback((next: Iterable<string>) => setSelected(new Set(next)), [])
  return { selected, toggle, extend, set }
}
