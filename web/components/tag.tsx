import type { ReactNode } from 'react'
import classes from './tag.module.css'

const HUES = [
  ...['gray', 'blue', 'violet', 'orange', 'teal', 'pink'],
  ...['cyan', 'yellow', 'grape', 'lime', 'indigo', 'red'],
] as const

/** The same position in a list has the same colour everywhere. */
export const hueOf = (index: number): string => HUES[Math.max(index, 0) % HUES.length] ?? 'gray'

type TagProps = { hue: string; isBare?: boolean; children: ReactNode }

/** A word with a dot of colour: the colour helps, the word says it. */
export function Tag({ hue, isBare = false, children }: TagProps) {
  return (
    <span className={classes.tag} data-bare={isBare || undefined}>
      <span
        className={classes.dot}
        style={{ background: `var(--mantine-color-${hue}-5)` }}
        aria-hidden
      />
      <span className={classes.text}>{children}</span>
    </span>
  )
}

export function Tags({ children }: { children: ReactNode }) {
  return <span className={classes.tags}>{children}</span>
}
