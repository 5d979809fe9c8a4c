import { useCallback, useState } from 'react'

export type Selection = {
  ids: ReadonlySet<string>
  toggle: (id: string, index: number) => void
  /** Everything between the last one that was chosen and this one. */
  extend: (index: number) => void
  set: (ids: Iterable<string>) => void
  clear: () => void
}

/** Which rows are chosen, by click, by shift and click, or all of them. */
export function useSelection(idAt: (index: number) => string | undefined): Selection {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set())
  const [anchor, setAnchor] = useState(0)
  const toggle = useCallback((id: string, index: number) => {
    setAnchor(index)
    setIds((now) => {
      const next = new Set(now)
      if (!next.delete(id)) next.add(id)
      return next
    })
  }, [])
  const extend = (index: number) => {
    const [from, to] = [Math.min(anchor, index), Math.max(anchor, index)]
    const between = Array.from({ length: to - from + 1 }, (_, at) => idAt(from + at))
    setIds((now) => new Set([...now, ...between.filter((id) => id !== undefined)]))
  }
  return { ids, toggle, extend, set: (all) => setIds(new Set(all)), clear: () => setIds(new Set()) }
}
