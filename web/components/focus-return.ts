import { useEffect, useState } from 'react'

/** What the keyboard was on; of a menu that closes, what opened it. */
function focused(): HTMLElement | null {
  const active = document.activeElement
  const opener = active?.closest('[role=menu]')?.getAttribute('aria-labelledby')
  return (opener ? document.getElementById(opener) : active) as HTMLElement | null
}

/** When a dialog is gone, the keyboard is back where it was before. */
export function useFocusReturn(): void {
  const [before] = useState(focused)
  useEffect(
    () => () => {
      requestAnimationFrame(() => {
        if (document.activeElement === document.body) before?.focus({ preventScroll: true })
      })
    },
    [before],
  )
}
