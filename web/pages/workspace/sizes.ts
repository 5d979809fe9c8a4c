import type { PageWidget } from '../../../src/areas/workplace/page-operations.ts'

export const COLUMNS = 12

/** The room that a widget takes where the page does not say it. */
const USUAL: Record<string, [width: number, height: number]> = {
  number: [3, 1],
  counter: [3, 1],
  button: [3, 1],
  text: [6, 2],
  board: [12, 5],
  process: [8, 4],
  tasks: [6, 4],
}
const OTHERS: [number, number] = [6, 4]

export type Placed = Pick<PageWidget, 'type' | 'width' | 'height' | 'column'>

export function sizeOf({ type, width, height }: Placed): { width: number; height: number } {
  const [usualWidth, usualHeight] = USUAL[type] ?? OTHERS
  return { width: width ?? usualWidth, height: height ?? usualHeight }
}

/** Its place for CSS; on narrow screens the style sheet takes the whole width. */
export function placeOf(placed: Placed) {
  const { width, height } = sizeOf(placed)
  const start = placed.column ? Math.min(placed.column, COLUMNS - width + 1) : undefined
  return {
    '--column': `${start ?? 'auto'} / span ${width}`,
    '--rows': String(height),
  } as React.CSSProperties
}
