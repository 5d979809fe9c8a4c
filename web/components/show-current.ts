import { type RefObject, useEffect } from 'react'

/** Of a bar that is wider than the screen, shows the link of this page, wherever it has moved to. */
export function useShowCurrent(bar: RefObject<HTMLElement | null>, moved: string): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: another place in the bar
  useEffect(() => {
    const here = bar.current?.querySelector('[aria-current]')
    here?.scrollIntoView({ block: 'nearest', inline: 'center' })
  }, [bar, moved])
}
