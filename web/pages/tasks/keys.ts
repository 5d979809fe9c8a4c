import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { links } from '../../links.ts'
import type { Row } from './rows.ts'

type Keys = { rows: Row[]; onToggle: (id: string) => void; onMove: (id: string) => void }

const isBusy = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    target.closest('[role=dialog], [role=listbox]') !== null ||
    /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))

/** `j` and `k` go through the list, Enter opens, `x` selects. Answers where one is. */
export function useKeys({ rows, onToggle, onMove }: Keys): string | undefined {
  const navigate = useNavigate()
  const [active, setActive] = useState<string>()
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, altKey, target } = event
      if (ctrlKey || metaKey || altKey || isBusy(target)) return
      const at = rows.findIndex(({ __id }) => __id === active)
      const step = { j: 1, k: -1 }[key]
      if (step) {
        const next = rows[Math.min(Math.max(at + step, 0), rows.length - 1)]
        setActive(next?.__id)
        if (next) onMove(next.__id)
      } else if (key === 'x' && active) onToggle(active)
      // Buttons and links do with Enter what they always do.
      else if (key === 'Enter' && active && at >= 0 && target === document.body)
        void navigate(links.task(active))
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [rows, active, onToggle, onMove, navigate])
  return active
}
