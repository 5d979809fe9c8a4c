import { type RefObject, useEffect } from 'react'
import type { Viewer } from './viewer.ts'

/**
 * The wheel alone scrolls the page, with Ctrl it zooms. A finger moves the diagram sideways and the
 * page up and down: nobody gets caught in a diagram.
 */
export function useTouch(host: RefObject<HTMLElement | null>, viewer: Viewer | undefined): void {
  useEffect(() => {
    const element = host.current
    if (!element || !viewer) return
    let last: number | undefined
    const wheel = (event: WheelEvent) => {
      if (!event.ctrlKey && !event.metaKey && !event.shiftKey) event.stopPropagation()
    }
    const down = ({ pointerType, clientX }: PointerEvent) => {
      last = pointerType === 'touch' ? clientX : undefined
    }
    const move = ({ clientX }: PointerEvent) => {
      if (last === undefined) return
      viewer.scroll(clientX - last, 0)
      last = clientX
    }
    const up = () => {
      last = undefined
    }
    const ending = new AbortController()
    const options = { signal: ending.signal, capture: true }
    element.addEventListener('wheel', wheel, options)
    element.addEventListener('pointerdown', down, options)
    element.addEventListener('pointermove', move, options)
    element.addEventListener('pointerup', up, options)
    element.addEventListener('pointercancel', up, options)
    return () => ending.abort()
  }, [host, viewer])
}
